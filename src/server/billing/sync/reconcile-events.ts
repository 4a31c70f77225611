import { storeEvent } from '#server/billing/inbox/event-inbox.ts'
import { EVENT_TYPES, StripeEvent } from '#server/billing/inbox/event-subject.ts'
import { handleEvents } from '#server/billing/inbox/handle-events.ts'
import { type BillingDeps, paymentsOf } from '#server/billing/payments.ts'

/** Events may be listed some time after they happened. */
const OVERLAP_SECONDS = 5 * 60
const DAY_SECONDS = 24 * 60 * 60

export interface EventsRead {
  /** Time of the latest event seen, in seconds since 1970 by Stripe's clock, which is the one that counts here. */
  latest: number
  /** Events that no webhook had brought. */
  missed: number
}

/** Reads the events since the last time, and handles those that no webhook has brought, with all that waits. */
export async function reconcileEvents(
  deps: BillingDeps,
  { before, signal }: { before: EventsRead | undefined; signal: AbortSignal },
): Promise<EventsRead> {
  const stripe = await paymentsOf(deps).stripe()
  const since = before?.latest ?? Math.floor(deps.now().getTime() / 1000) - DAY_SECONDS
  const read: EventsRead = { latest: since, missed: 0 }
  const events = stripe.events.list({
    created: { gte: since - OVERLAP_SECONDS },
    types: EVENT_TYPES,
    limit: 100,
  })
  for await (const event of events) {
    signal.throwIfAborted()
    if (await storeEvent(deps, StripeEvent.parse(event))) read.missed++
    read.latest = Math.max(read.latest, event.created)
  }
  if (read.missed > 0) deps.log.warn({ missed: read.missed }, 'webhooks of Stripe were missed')
  await handleEvents(deps, { signal })
  return read
}
