import { parentPort, workerData } from 'node:worker_threads'
import type { DatabaseConfig } from '#server/config/config.ts'
import { openDatabase } from '#server/db/connect.ts'
import { giveWay } from './give-way.ts'
import { rerankSearch } from './rerank-search.ts'

// Ranks all clips anew on a thread of its own, and says how many they are.
giveWay()
const database = workerData as DatabaseConfig
const db = await openDatabase(database.engine === 'postgres' ? { ...database, poolSize: 2 } : database)
try {
  parentPort?.postMessage(await rerankSearch({ db, now: () => new Date() }, { database }))
} finally {
  await db.destroy()
}
