import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { engineOf } from '#server/db/engine.ts'
import type { Db } from '#server/db/schema.ts'

/** After a step, so that other writers, who try for the lock every 5 to 10 ms, get it. */
const LONGEST_PAUSE_MS = 20

/** Lets other writers write after a step of a long work. */
export async function thenRest<Result>(db: Db, work: () => Promise<Result>): Promise<Result> {
  const begun = performance.now()
  const result = await work()
  if (engineOf(db) === 'postgres') return result
  // A writer that commits while SQLite empties the log by itself keeps it growing, to gigabytes, which slows down all.
  await sql`pragma wal_checkpoint(restart)`.execute(db)
  await sleep(Math.min(performance.now() - begun, LONGEST_PAUSE_MS))
  return result
}
