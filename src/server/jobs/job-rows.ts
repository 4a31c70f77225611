import { databaseTime } from '#server/db/database-clock.ts'
import { engineOf } from '#server/db/engine.ts'
import type { Db } from '#server/db/schema.ts'

/** A job this process holds until its lease ends. */
export interface TakenJob {
  id: number
  kind: string
  holder: string
  payload: string
  /** JSON of what the last run returned. */
  state: string
  /** Runs since the last success, including this one. */
  attempts: number
  /** When it was queued. */
  created: string
}

interface NewJob {
  kind: string
  /** Stored as JSON; must contain no secret. */
  payload: unknown
  /** At most one unfinished job per key. Queueing it again replaces the payload and runs it once more. */
  once?: string
}

const UNLOCKED = { locked_by: null, locked_until: null }

/** Call it in the transaction that causes the job: the job runs if, and only if, that commits. */
export async function queueJob(db: Db, { kind, payload, once }: NewJob): Promise<void> {
  const now = databaseTime(db)
  await db
    .insertInto('jobs')
    .values({
      kind,
      unique_key: once ?? null,
      payload: JSON.stringify(payload),
      state: 'null',
      run_at: now,
      created: now,
    })
    .onConflict((conflict) =>
      conflict
        .column('unique_key')
        .where('finished_at', 'is', null)
        .doUpdateSet(({ ref }) => ({
          payload: ref('excluded.payload'),
          run_at: ref('excluded.run_at'),
          created: ref('excluded.created'),
        }))
        .whereRef('jobs.payload', '<>', 'excluded.payload'),
    )
    .execute()
}

/** Makes a recurring job due now. A running one is not disturbed, and its end sets the next time. */
export async function runNow(db: Db, kind: string): Promise<void> {
  const now = databaseTime(db)
  await db
    .updateTable('jobs')
    .set({ run_at: now })
    .where('unique_key', '=', kind)
    .where('run_at', '>', now)
    .execute()
}

/** Of these kinds, those with due jobs, the longest due first. */
export async function dueKinds(db: Db, kinds: readonly string[]): Promise<string[]> {
  const rows = await dueJobs(db)
    .select('kind')
    .where('kind', 'in', kinds)
    .groupBy('kind')
    .orderBy(({ fn }) => fn.min('run_at'))
    .execute()
  return rows.map(({ kind }) => kind)
}

/**
 * The kind whose jobs have been due longest, and longer than that, while none of it runs. Recurring ones count by
 * `always`, a kind that every server runs: rows of others stay behind when a setting turns them off.
 */
export async function neglectedKind(
  db: Db,
  { seconds, always }: { seconds: number; always: string },
): Promise<{ kind: string; since: string } | undefined> {
  const running = db.selectFrom('jobs').select('kind').where('locked_until', '>', databaseTime(db))
  return dueJobs(db)
    .select(({ fn }) => ['kind', fn.min('run_at').as('since')])
    .where('run_at', '<=', databaseTime(db, seconds))
    .where('kind', 'not in', running)
    .where(({ or, eb, ref }) =>
      or([eb('unique_key', 'is', null), eb('unique_key', '<>', ref('kind')), eb('kind', '=', always)]),
    )
    .groupBy('kind')
    .orderBy('since')
    .limit(1)
    .executeTakeFirst()
}

/**
 * Takes the job of a kind that is due longest; if equal, the one queued first. Only one process gets it; undefined
 * without one.
 */
export async function takeJob(
  db: Db,
  { kind, holder, leaseSeconds }: { kind: string; holder: string; leaseSeconds: number },
): Promise<TakenJob | undefined> {
  const due = dueJobs(db).select('id').where('kind', '=', kind).orderBy('run_at').orderBy('id').limit(1)
  const row = await db
    .updateTable('jobs')
    .set(({ eb }) => ({
      locked_by: holder,
      locked_until: databaseTime(db, -leaseSeconds),
      attempts: eb('attempts', '+', 1),
    }))
    .where('id', '=', engineOf(db) === 'postgres' ? due.forUpdate().skipLocked() : due)
    .returning(['id', 'kind', 'payload', 'state', 'attempts', 'created'])
    .executeTakeFirst()
  return row && { ...row, holder }
}

function dueJobs(db: Db) {
  const now = databaseTime(db)
  return db
    .selectFrom('jobs')
    .where('finished_at', 'is', null)
    .where('run_at', '<=', now)
    .where(({ or, eb }) => or([eb('locked_until', 'is', null), eb('locked_until', '<=', now)]))
}

/** False when another process has taken the job over. */
export async function renewLease(db: Db, job: TakenJob, leaseSeconds: number): Promise<boolean> {
  const { numUpdatedRows } = await held(db, job)
    .set({ locked_until: databaseTime(db, -leaseSeconds) })
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Ends a successful run of a recurring job and sets the next. */
export async function rescheduleJob(
  db: Db,
  job: TakenJob,
  { state, everySeconds }: { state: unknown; everySeconds: number },
): Promise<void> {
  await held(db, job)
    .set({
      ...UNLOCKED,
      state: JSON.stringify(state) ?? 'null',
      attempts: 0,
      last_error: null,
      run_at: databaseTime(db, -everySeconds),
    })
    .execute()
}

/** Removes a queued job that succeeded, unless it was queued again meanwhile. */
export async function finishJob(db: Db, job: TakenJob): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom('jobs')
    .where('id', '=', job.id)
    .where('locked_by', '=', job.holder)
    .where('payload', '=', job.payload)
    .executeTakeFirst()
  if (numDeletedRows === 0n) await startAfresh(db, job)
}

/** Ends a failed run; the job is due again after that time. */
export async function failJob(
  db: Db,
  job: TakenJob,
  { error, retrySeconds }: { error: string; retrySeconds: number },
): Promise<void> {
  await held(db, job)
    .set({ ...UNLOCKED, last_error: error, run_at: databaseTime(db, -retrySeconds) })
    .execute()
}

/** Gives up an interrupted job; the next process takes it at once. */
export async function releaseJob(db: Db, job: TakenJob): Promise<void> {
  await held(db, job)
    .set(({ eb }) => ({ ...UNLOCKED, attempts: eb('attempts', '-', 1) }))
    .execute()
}

/** Ends a job that is not retried, unless it was queued again meanwhile. Keeps its error for the operator, not its payload. */
export async function giveUpJob(db: Db, job: TakenJob, error: string): Promise<void> {
  const { numUpdatedRows } = await held(db, job)
    .set({ ...UNLOCKED, finished_at: databaseTime(db), payload: 'null', last_error: error })
    .where('payload', '=', job.payload)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) await startAfresh(db, job)
}

async function startAfresh(db: Db, job: TakenJob): Promise<void> {
  await held(db, job)
    .set({ ...UNLOCKED, attempts: 0, last_error: null })
    .execute()
}

function held(db: Db, { id, holder }: TakenJob) {
  return db.updateTable('jobs').where('id', '=', id).where('locked_by', '=', holder)
}
