import { EventEmitter } from 'node:events'
import { databaseTime } from '#server/db/database-clock.ts'
import type { Db } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { watchedLogger } from '../leaks/watched-log.ts'

/** Options of runJobs() for a test that waits for jobs. */
export const QUICK = { pollMs: 10, leaseSeconds: 2, graceMs: 500 }

/** What runJobs() itself needs. */
export function jobDeps(db: Db, now = () => new Date()): Deps {
  return { db, log: watchedLogger(), now, events: new EventEmitter() } as unknown as Deps
}

export async function makeDue(db: Db): Promise<void> {
  await db
    .updateTable('jobs')
    .set({ run_at: databaseTime(db, 1) })
    .execute()
}
