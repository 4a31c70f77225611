import type { Kysely } from 'kysely'
import { instant } from '#server/billing/sync/subscription-facts.ts'
import { databaseTime } from '#server/db/database-clock.ts'
import type { Database } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { type StripeEvent, subjectOf } from './event-subject.ts'

/** Stores an event once; true where something is to be done about it. */
export async function storeEvent(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  event: StripeEvent,
): Promise<boolean> {
  const subject = subjectOf(event)
  const received = now().toISOString()
  const row = await db
    .insertInto('stripe_events')
    .values({
      id: event.id,
      type: event.type,
      object_id: subject ?? event.data.object.id ?? '',
      payload: JSON.stringify({ api_version: event.api_version, livemode: event.livemode }),
      created: instant(event.created),
      received_at: received,
      handled_at: subject ? null : received,
      next_attempt_at: databaseTime(db),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined && subject !== undefined
}

/** What events wait to be handled about, the longest waiting first; with `early` also what is to be tried again later only. */
export async function waitingSubjects(
  db: Kysely<Database>,
  { most, early }: { most: number; early: boolean },
): Promise<string[]> {
  const rows = await db
    .selectFrom('stripe_events')
    .select('object_id')
    .where('handled_at', 'is', null)
    .$if(!early, (query) => query.where('next_attempt_at', '<=', databaseTime(db)))
    .groupBy('object_id')
    .orderBy(({ fn }) => fn.min('next_attempt_at'))
    .limit(most)
    .execute()
  return rows.map(({ object_id }) => object_id)
}

/** Events about a subject that are not handled yet, and how often that was tried. */
export async function waitingEvents(
  db: Kysely<Database>,
  subject: string,
): Promise<{ ids: string[]; attempts: number }> {
  const rows = await db
    .selectFrom('stripe_events')
    .select(['id', 'attempts'])
    .where('object_id', '=', subject)
    .where('handled_at', 'is', null)
    .execute()
  return { ids: rows.map(({ id }) => id), attempts: Math.max(0, ...rows.map(({ attempts }) => attempts)) }
}

export async function noteHandled(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  ids: readonly string[],
): Promise<void> {
  await db
    .updateTable('stripe_events')
    .set({ handled_at: now().toISOString(), last_error: null })
    .where('id', 'in', ids)
    .execute()
}

interface Failure {
  attempts: number
  error: string
  againSeconds: number
}

export async function noteFailedEvents(
  db: Kysely<Database>,
  ids: readonly string[],
  { attempts, error, againSeconds }: Failure,
): Promise<void> {
  await db
    .updateTable('stripe_events')
    .set({ attempts, last_error: error, next_attempt_at: databaseTime(db, -againSeconds) })
    .where('id', 'in', ids)
    .execute()
}
