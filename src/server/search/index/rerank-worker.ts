import { once } from 'node:events'
import { constants, setPriority } from 'node:os'
import { openDatabase } from '#server/db/connect.ts'
import type { RerankTask } from './rerank-job.ts'
import { rerankChanged, rerankSearch } from './rerank-search.ts'

// Ranks clips in a process of its own, at the lowest priority, since nobody waits. Sends their number.
setPriority(constants.priority.PRIORITY_LOW)
// The server stops this process, so it ignores signals sent to both.
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => {})
process.once('disconnect', () => process.exit())
const [task] = await once(process, 'message')
const { database, scope } = task as RerankTask
// One slow statement on a busy server must not end an hour's work.
const patient = { poolSize: 2, statementMs: 120_000 }
const db = await openDatabase(database.engine === 'postgres' ? { ...database, ...patient } : database)
const deps = { db, now: () => new Date() }
try {
  process.send!(await (scope === 'all' ? rerankSearch(deps) : rerankChanged(deps)))
} finally {
  await db.destroy()
}
