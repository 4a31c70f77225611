import { parentPort, workerData } from 'node:worker_threads'
import { openDatabase } from '#server/db/connect.ts'
import type { BulkTask } from './bulk-job.ts'
import { runOperation } from './run-operation.ts'

// Runs a bulk operation on a thread of its own, and posts its end.
const { database, operation } = workerData as BulkTask
const db = await openDatabase(database.engine === 'postgres' ? { ...database, poolSize: 2 } : database)
try {
  await runOperation({ db, now: () => new Date() }, operation, new AbortController().signal)
  parentPort?.postMessage('done')
} finally {
  await db.destroy()
}
