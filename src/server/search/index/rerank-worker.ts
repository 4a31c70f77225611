import { parentPort, workerData } from 'node:worker_threads'
import { openDatabase } from '#server/db/connect.ts'
import type { RerankTask } from './rerank-job.ts'
import { rerankChanged, rerankSearch } from './rerank-search.ts'

// Ranks clips on a thread of its own, and posts how many they are.
const { database, scope } = workerData as RerankTask
const db = await openDatabase(database.engine === 'postgres' ? { ...database, poolSize: 2 } : database)
const deps = { db, now: () => new Date() }
try {
  parentPort?.postMessage(await (scope === 'all' ? rerankSearch(deps) : rerankChanged(deps)))
} finally {
  await db.destroy()
}
