import { taskApart } from '#server/build/run-apart.ts'
import { openDatabase } from '#server/db/connect.ts'
import { openClock } from '#server/db/database-clock.ts'
import { openLogger } from '#server/logger.ts'
import { type RerankTask, rerankChanged, rerankSearch, unreadableClip } from './rerank-job.ts'

// Ranks clips, and sends their number.
const log = openLogger('warn')
const { database, scope } = await taskApart<RerankTask>()
// One slow statement on a busy server must not end an hour's work.
const patient = { poolSize: 2, statementMs: 120_000 }
const db = await openDatabase(database.engine === 'postgres' ? { ...database, ...patient } : database)
try {
  const deps = { db, log, now: (await openClock(db)).now }
  const onUnreadable = unreadableClip(log)
  process.send!(await (scope === 'all' ? rerankSearch(deps, { onUnreadable }) : rerankChanged(deps)))
} finally {
  await db.destroy()
}
