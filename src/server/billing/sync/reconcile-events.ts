import { LISTED_TYPES, StripeEvent } from '#server/billing/inbox/event-subject.ts'
import { storeEvent } from '#server/billing/inbox/receive-event.ts'
import { paymentsOf } from '#server/billing/payments.ts'
import type { BillingDeps } from '#server/deps.ts'
import { eachAlone, throwFailed } from '#server/jobs/each-alone.ts'

/** Stripe may list an event some time after it happened. */
const OVERLAP_SECONDS = 5 * 60
const DAY_SECONDS = 24 * 60 * 60

export interface EventsRead {
  /** Time of the latest event seen, in Unix seconds by Stripe's clock. */
  latest: number
  /** Events whose webhook had not arrived. */
  missed: number
}

/** Reads Stripe's events since the last run and queues those whose webhook was missed. */
export async function reconcileEvents(
  deps: BillingDeps,
  { before, signal }: { before: EventsRead | undefined; signal: AbortSignal },
): Promise<EventsRead> {
  const stripe = await paymentsOf(deps).stripe()
  const since = before?.latest ?? Math.floor(deps.now().getTime() / 1000) - DAY_SECONDS
  const read: EventsRead = { latest: since, missed: 0 }
  const events = stripe.events.list({
    created: { gte: since - OVERLAP_SECONDS },
    types: LISTED_TYPES,
    limit: 100,
  })
  const what = 'event'
  const failed = await eachAlone(deps, events, { what, signal }, async (event) => {
    read.latest = Math.max(read.latest, event.created)
    const { data, error } = StripeEvent.safeParse(event)
    // A retry would not make it readable; the daily comparison repairs what it tells.
    if (!data) deps.log.error({ err: error, event: event.id }, 'event of Stripe not readable')
    else if (await storeEvent(deps, data)) read.missed++
  })
  if (read.missed > 0) deps.log.warn({ missed: read.missed }, 'Stripe webhooks missed')
  throwFailed(what, failed)
  return read
}
