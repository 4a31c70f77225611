import * as z from 'zod/mini'
import { syncCheckout } from '#server/billing/checkout/sync-checkout.ts'
import { announceRenewals } from '#server/billing/mail/renewal-notice.ts'
import { adoptCard } from '#server/billing/membership/adopt-card.ts'
import { PRICES, refreshPrices } from '#server/billing/prices/refresh-prices.ts'
import { syncSubscription } from '#server/billing/sync/sync-subscription.ts'
import type { Db } from '#server/db/schema.ts'
import type { BillingDeps } from '#server/deps.ts'
import type { QueuedJob } from '#server/jobs/job.ts'
import { publishSignal } from '#server/trace/signals.ts'
import { TRIAL_ENDS } from './event-subject.ts'
import { STRIPE_EVENT_KIND } from './receive-event.ts'

const Payload = z.object({ subject: z.string() })

/** Handles a stored webhook, and with it every other that waits about the same subject. */
export const stripeEventJob: QueuedJob = {
  kind: STRIPE_EVENT_KIND,
  run: (deps, payload) => handleSubject(deps, Payload.parse(payload).subject),
}

/** Fetches the subject afresh from Stripe, so neither the order nor the repetition of events matters. */
export async function handleSubject(deps: BillingDeps, subject: string): Promise<void> {
  const { db, now } = deps
  // Read before the fetch: an event that arrives later may tell of a later change.
  const events = await unhandled(db)
    .select(['id', 'type', 'received_at'])
    .where('object_id', '=', subject)
    .execute()
  if (events.length === 0) return
  await sync(deps, subject)
  if (events.some(({ type }) => type === TRIAL_ENDS)) await announceRenewals(deps, { only: subject })
  const ids = events.map(({ id }) => id)
  await db
    .updateTable('stripe_events')
    .set({ handled_at: now().toISOString() })
    .where('id', 'in', ids)
    .execute()
  for (const { received_at } of events)
    publishSignal('webhook', () => ({ seconds: (now().getTime() - Date.parse(received_at)) / 1000 }))
}

/** Objects whose events are not handled yet, the longest waiting first. */
export async function unhandledSubjects(db: Db): Promise<string[]> {
  const rows = await unhandled(db)
    .select('object_id')
    .groupBy('object_id')
    .orderBy(({ fn }) => fn.min('received_at'))
    .execute()
  return rows.map(({ object_id }) => object_id)
}

function unhandled(db: Db) {
  return db.selectFrom('stripe_events').where('handled_at', 'is', null)
}

function sync(deps: BillingDeps, subject: string): Promise<unknown> {
  if (subject === PRICES) return refreshPrices(deps)
  if (subject.startsWith('cs_')) return syncCheckout(deps, subject)
  if (subject.startsWith('cus_')) return adoptCard(deps, subject)
  return syncSubscription(deps, subject)
}
