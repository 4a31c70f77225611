import { instant } from '#server/billing/sync/subscription-facts.ts'
import type { Deps } from '#server/deps.ts'
import { queueJob } from '#server/jobs/job-rows.ts'
import { type StripeEvent, subjectOf } from './event-subject.ts'

export const STRIPE_EVENT_KIND = 'billing.event'

/** Stores an event once and queues its handling, one job per subject. True if it is new. */
export async function storeEvent(
  { db, now, events }: Pick<Deps, 'db' | 'now' | 'events'>,
  event: StripeEvent,
): Promise<boolean> {
  const subject = subjectOf(event)
  const received = now().toISOString()
  const queued = await db.transaction().execute(async (trx) => {
    const row = await trx
      .insertInto('stripe_events')
      .values({
        id: event.id,
        type: event.type,
        object_id: subject ?? event.data.object.id ?? '',
        payload: JSON.stringify({ api_version: event.api_version, livemode: event.livemode }),
        created: instant(event.created),
        received_at: received,
        handled_at: subject ? null : received,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!row || !subject) return false
    const payload = { subject, event: event.id }
    await queueJob(trx, { kind: STRIPE_EVENT_KIND, payload, once: `${STRIPE_EVENT_KIND}:${subject}` })
    return true
  })
  if (queued) events.emit('jobQueued')
  return queued
}
