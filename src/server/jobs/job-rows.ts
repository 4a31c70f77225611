import type { Kysely } from 'kysely'
import { databaseTime } from '#server/db/database-clock.ts'
import type { Database } from '#server/db/schema.ts'

/** A job that this process holds until its lease ends. */
export interface HeldJob {
  id: number
  holder: string
}

export interface TakenJob extends HeldJob {
  /** JSON of what the last run returned. */
  state: string
  /** Runs since the last success, this one counted. */
  attempts: number
}

const NO_STATE = 'null'
const LONGEST_ERROR = 1_000

/** Makes sure that the kind has its one row; a new one is due at once. */
export async function ensureJob(db: Kysely<Database>, kind: string): Promise<void> {
  const found = await db.selectFrom('jobs').select('id').where('unique_key', '=', kind).executeTakeFirst()
  if (found) return
  const now = databaseTime(db)
  await db
    .insertInto('jobs')
    .values({ kind, unique_key: kind, payload: '{}', state: NO_STATE, run_at: now, created: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Makes a job due now. One that runs already is not disturbed, and its end sets the next time. */
export async function hasten(db: Kysely<Database>, kind: string): Promise<void> {
  const now = databaseTime(db)
  await db
    .updateTable('jobs')
    .set({ run_at: now })
    .where('unique_key', '=', kind)
    .where('run_at', '>', now)
    .execute()
}

/** Recurring kinds that are due and that nobody holds. */
export async function dueKinds(db: Kysely<Database>): Promise<string[]> {
  const rows = await free(db).whereRef('unique_key', '=', 'kind').select('kind').execute()
  return rows.map(({ kind }) => kind)
}

/** Takes a due job by one conditional update, so that of many processes one gets it; undefined where another did. */
export function takeJob(
  db: Kysely<Database>,
  { kind, holder, leaseSeconds }: { kind: string; holder: string; leaseSeconds: number },
): Promise<TakenJob | undefined> {
  const now = databaseTime(db)
  return db
    .updateTable('jobs')
    .set(({ eb }) => ({
      locked_by: holder,
      locked_until: databaseTime(db, -leaseSeconds),
      attempts: eb('attempts', '+', 1),
    }))
    .where('unique_key', '=', kind)
    .where('finished_at', 'is', null)
    .where('run_at', '<=', now)
    .where(({ or, eb }) => or([eb('locked_until', 'is', null), eb('locked_until', '<=', now)]))
    .returning(['id', 'state', 'attempts'])
    .executeTakeFirst()
    .then((row) => row && { ...row, holder })
}

/** Holds on to a job; false where it is no longer this holder's. */
export async function renewLease(db: Kysely<Database>, job: HeldJob, leaseSeconds: number): Promise<boolean> {
  const { numUpdatedRows } = await held(db, job)
    .set({ locked_until: databaseTime(db, -leaseSeconds) })
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Ends a run that went well: the job is free, and due again after that time. */
export async function finishRun(
  db: Kysely<Database>,
  job: TakenJob,
  { state, everySeconds }: { state: unknown; everySeconds: number },
): Promise<void> {
  await held(db, job)
    .set({
      ...FREE,
      state: JSON.stringify(state) ?? NO_STATE,
      attempts: 0,
      last_error: null,
      run_at: databaseTime(db, -everySeconds),
    })
    .execute()
}

/** Ends a run that failed: the job is free, and due again after that time. */
export async function failRun(
  db: Kysely<Database>,
  job: HeldJob,
  { error, againSeconds }: { error: string; againSeconds: number },
): Promise<void> {
  const last_error = error.slice(0, LONGEST_ERROR)
  await held(db, job)
    .set({ ...FREE, last_error, run_at: databaseTime(db, -againSeconds) })
    .execute()
}

/** Gives back a job that was interrupted: the next process takes it at once. */
export async function giveBack(db: Kysely<Database>, job: HeldJob): Promise<void> {
  await held(db, job)
    .set(({ eb }) => ({ ...FREE, attempts: eb('attempts', '-', 1) }))
    .execute()
}

const FREE = { locked_by: null, locked_until: null }

function held(db: Kysely<Database>, { id, holder }: HeldJob) {
  return db.updateTable('jobs').where('id', '=', id).where('locked_by', '=', holder)
}

/** What is due and held by nobody. */
export function free(db: Kysely<Database>) {
  const now = databaseTime(db)
  return db
    .selectFrom('jobs')
    .where('finished_at', 'is', null)
    .where('run_at', '<=', now)
    .where(({ or, eb }) => or([eb('locked_until', 'is', null), eb('locked_until', '<=', now)]))
}
