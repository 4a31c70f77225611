import type { Kysely } from 'kysely'
import { databaseTime } from '#server/db/database-clock.ts'
import type { Database } from '#server/db/schema.ts'
import { free, type HeldJob } from './job-rows.ts'

/** A piece of work that this process holds until its lease ends. */
export interface TakenWork extends HeldJob {
  kind: string
  payload: string
  /** Times that it was tried, this one counted. */
  attempts: number
  /** When it was queued. */
  created: string
}

interface NewWork {
  kind: string
  /** Kept as JSON; no secret may be in it. */
  payload: unknown
  /** While work with this key waits, no more of it is queued. Differs from every kind. */
  once?: string
}

/** Queues work in the transaction of what caused it: then it is done if, and only if, that is committed. */
export async function queueWork(db: Kysely<Database>, { kind, payload, once }: NewWork): Promise<void> {
  const now = databaseTime(db)
  const row = { kind, unique_key: once ?? null, payload: JSON.stringify(payload), state: 'null' }
  await db
    .insertInto('jobs')
    .values({ ...row, run_at: now, created: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Work of these kinds that is due and that nobody holds, the longest due first. */
export async function dueWork(
  db: Kysely<Database>,
  { kinds, most }: { kinds: readonly string[]; most: number },
): Promise<number[]> {
  const rows = await free(db).where('kind', 'in', kinds).select('id').orderBy('run_at').limit(most).execute()
  return rows.map(({ id }) => id)
}

/** Takes due work by one conditional update, so that of many processes one gets it; undefined where another did. */
export async function takeWork(
  db: Kysely<Database>,
  { id, holder, leaseSeconds }: { id: number; holder: string; leaseSeconds: number },
): Promise<TakenWork | undefined> {
  const now = databaseTime(db)
  const row = await db
    .updateTable('jobs')
    .set(({ eb }) => ({
      locked_by: holder,
      locked_until: databaseTime(db, -leaseSeconds),
      attempts: eb('attempts', '+', 1),
    }))
    .where('id', '=', id)
    .where('finished_at', 'is', null)
    .where('run_at', '<=', now)
    .where(({ or, eb }) => or([eb('locked_until', 'is', null), eb('locked_until', '<=', now)]))
    .returning(['id', 'kind', 'payload', 'attempts', 'created'])
    .executeTakeFirst()
  return row && { ...row, holder }
}

/** Work that went well leaves nothing behind. */
export async function finishWork(db: Kysely<Database>, { id, holder }: HeldJob): Promise<void> {
  await db.deleteFrom('jobs').where('id', '=', id).where('locked_by', '=', holder).execute()
}

/** Work that is not tried again leaves its error behind, for the operator, and nothing of what it was about. */
export async function giveUpWork(
  db: Kysely<Database>,
  { id, holder }: HeldJob,
  error: string,
): Promise<void> {
  await db
    .updateTable('jobs')
    .set({
      finished_at: databaseTime(db),
      payload: 'null',
      last_error: error,
      locked_by: null,
      locked_until: null,
    })
    .where('id', '=', id)
    .where('locked_by', '=', holder)
    .execute()
}
