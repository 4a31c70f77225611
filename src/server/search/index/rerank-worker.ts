import { once } from 'node:events'
import { constants, setPriority } from 'node:os'
import { openDatabase } from '#server/db/connect.ts'
import type { RerankTask } from './rerank-job.ts'
import { rerankChanged, rerankSearch } from './rerank-search.ts'

// Ranks clips in a process of its own, at the lowest priority: nobody waits for it. Sends how many they are.
setPriority(constants.priority.PRIORITY_LOW)
// The server ends it, so that a signal to both leaves it to the server.
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => {})
process.once('disconnect', () => process.exit())
const [task] = await once(process, 'message')
const { database, scope } = task as RerankTask
// One slow statement of an hour's work on a busy server must not be the end of it.
const patient = { poolSize: 2, statementMs: 120_000 }
const db = await openDatabase(database.engine === 'postgres' ? { ...database, ...patient } : database)
const deps = { db, now: () => new Date() }
try {
  process.send!(await (scope === 'all' ? rerankSearch(deps) : rerankChanged(deps)))
} finally {
  await db.destroy()
}
