import { openDatabase } from '#server/db/connect.ts'
import { openClock } from '#server/db/database-clock.ts'
import { taskApart } from '#server/jobs/run-apart.ts'
import type { RerankTask } from './rerank-job.ts'
import { rerankChanged, rerankSearch } from './rerank-search.ts'

// Ranks clips, and sends their number.
const { database, scope } = await taskApart<RerankTask>()
// One slow statement on a busy server must not end an hour's work.
const patient = { poolSize: 2, statementMs: 120_000 }
const db = await openDatabase(database.engine === 'postgres' ? { ...database, ...patient } : database)
try {
  const deps = { db, now: (await openClock(db)).now }
  process.send!(await (scope === 'all' ? rerankSearch(deps) : rerankChanged(deps)))
} finally {
  await db.destroy()
}
