import { AppError } from '#contract/errors.ts'
import type { FailedJob, FailedJobs, Queue } from '#contract/studio/operation/overview.ts'
import { MOST_COUNTED } from '#contract/studio/operation/overview.ts'
import type { Person } from '#domain/membership/membership.ts'
import { audit } from '#server/audit.ts'
import { databaseTime } from '#server/db/database-clock.ts'
import type { Db } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'

const MOST_SHOWN = 100
const NONE: Queue = { waiting: 0, running: 0, failing: 0, given_up: 0 }

interface KindCount {
  kind: string
  state: keyof Queue
  jobs: number
}

/** Queued jobs in total and by kind, and mails. Recurring jobs always wait, and count only while they run or fail. */
export async function readQueue(db: Db): Promise<{ jobs: Queue; ingest: Queue; mails: Queue }> {
  const counts = await countKinds(db)
  const sum = (isOf: (kind: string) => boolean) => {
    const queue = { ...NONE }
    for (const { kind, state, jobs } of counts) if (isOf(kind)) queue[state] += jobs
    return queue
  }
  return {
    jobs: sum(() => true),
    ingest: sum((kind) => kind === 'ingest'),
    mails: sum((kind) => kind === 'mail'),
  }
}

async function countKinds(db: Db): Promise<KindCount[]> {
  const now = databaseTime(db)
  const unfinished = db
    .selectFrom('jobs')
    .select('kind')
    .select(({ case: when, and, eb }) =>
      when()
        .when('locked_until', '>', now)
        .then('running')
        .when('last_error', 'is not', null)
        .then('failing')
        .when(and([eb('unique_key', 'is not', null), eb('unique_key', '=', eb.ref('kind'))]))
        .then('recurring')
        .else('waiting')
        .end()
        .as('state'),
    )
    .where('finished_at', 'is', null)
    .limit(MOST_COUNTED)
  const rows = await db
    .selectFrom(unfinished.as('unfinished'))
    .select(['kind', 'state'])
    .select(({ fn }) => fn.countAll<number | string>().as('jobs'))
    .groupBy(['kind', 'state'])
    .execute()
  const given = await db
    .selectFrom('jobs')
    .select('kind')
    .select(({ fn }) => fn.countAll<number | string>().as('jobs'))
    .where('finished_at', 'is not', null)
    .where('last_error', 'is not', null)
    .groupBy('kind')
    .execute()
  return [
    ...rows.flatMap(({ kind, state, jobs }) =>
      state === 'recurring' ? [] : [{ kind, state: state as keyof Queue, jobs: Number(jobs) }],
    ),
    ...given.map(({ kind, jobs }) => ({ kind, state: 'given_up' as const, jobs: Number(jobs) })),
  ]
}

/** Jobs that fail, those given up first, newest first. */
export async function listFailedJobs({ db }: Pick<Deps, 'db'>): Promise<FailedJobs> {
  const rows = await failed(db)
    .select(['id', 'kind', 'unique_key', 'attempts', 'last_error', 'created', 'run_at', 'finished_at'])
    .orderBy('id', 'desc')
    .limit(MOST_SHOWN + 1)
    .execute()
  return {
    jobs: rows.slice(0, MOST_SHOWN).map(
      ({ unique_key, last_error, run_at, finished_at, ...job }): FailedJob => ({
        ...job,
        recurring: unique_key === job.kind,
        state: finished_at === null ? 'failing' : 'givenUp',
        error: last_error ?? '',
        next: finished_at === null ? run_at : null,
      }),
    ),
    more: rows.length > MOST_SHOWN,
  }
}

function failed(db: Db) {
  return db.selectFrom('jobs').where('last_error', 'is not', null)
}

type Acting = Pick<Deps, 'db' | 'now' | 'events'>

/** Makes a failing job due now. @throws AppError('notFound') if it no longer fails, or was given up */
export async function retryJob({ db, now, events }: Acting, person: Person, id: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const job = await failed(trx)
      .select(['kind', 'attempts'])
      .where('id', '=', id)
      .where('finished_at', 'is', null)
      .executeTakeFirst()
    if (!job) throw new AppError('notFound', `job ${id} does not wait for a retry`)
    await trx
      .updateTable('jobs')
      .set({ run_at: databaseTime(trx) })
      .where('id', '=', id)
      .execute()
    await audit(trx, {
      ...{ actor: person, action: 'job.retry', userId: null, at: now() },
      detail: { job: id, ...job },
    })
  })
  events.emit('jobQueued')
}

/** Removes a failed job, unless it is running or recurring; a missing one is no error. */
export async function dismissJob(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  person: Person,
  id: number,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const job = await trx
      .deleteFrom('jobs')
      .where('id', '=', id)
      .where('last_error', 'is not', null)
      .where(({ or, eb }) =>
        or([eb('locked_until', 'is', null), eb('locked_until', '<=', databaseTime(trx))]),
      )
      .where(({ or, eb }) => or([eb('unique_key', 'is', null), eb('unique_key', '<>', eb.ref('kind'))]))
      .returning(['kind', 'attempts', 'last_error'])
      .executeTakeFirst()
    if (!job) return
    await audit(trx, {
      ...{ actor: person, action: 'job.dismiss', userId: null, at: now() },
      detail: { job: id, before: job },
    })
  })
}
