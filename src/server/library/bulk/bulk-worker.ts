import { taskApart } from '#server/build/run-apart.ts'
import { openDatabase } from '#server/db/connect.ts'
import { openClock } from '#server/db/database-clock.ts'
import type { BulkTask } from './bulk-job.ts'
import { runOperation } from './run-operation.ts'

// Runs a change of many clips, and sends its end.
const { database, operation } = await taskApart<BulkTask>()
const db = await openDatabase(database.engine === 'postgres' ? { ...database, poolSize: 2 } : database)
try {
  const { now } = await openClock(db)
  await runOperation({ db, now }, operation, new AbortController().signal)
  process.send!('done')
} finally {
  await db.destroy()
}
