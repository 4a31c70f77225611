import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { engineOf } from '#server/db/engine.ts'
import type { Db } from '#server/db/schema.ts'

/** After each step, so that other writers, who retry every 5 to 10 ms, get the lock. */
const LONGEST_PAUSE_MS = 20

/** Lets other writers in after a step of a long task. */
export async function runThenYield<Result>(db: Db, work: () => Promise<Result>): Promise<Result> {
  const begun = performance.now()
  const result = await work()
  if (engineOf(db) === 'postgres') return result
  // If another writer commits while SQLite empties the log, the log grows to gigabytes and slows everything down.
  await sql`pragma wal_checkpoint(restart)`.execute(db)
  await sleep(Math.min(performance.now() - begun, LONGEST_PAUSE_MS))
  return result
}
