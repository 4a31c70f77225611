import type Stripe from 'stripe'

/** What we store of Stripe's subscription. */
export interface SubscriptionFacts {
  status: string
  plan: string
  amount: number | null
  currency: string | null
  current_period_end: string
  cancel_at_period_end: 0 | 1
  cancel_at: string | null
  ended_at: string | null
  created: string
}

/** Statuses that may entitle to membership. */
export const LIVE = ['active', 'trialing', 'past_due']
/** Statuses in which Stripe charges, or may charge again. */
export const MAY_CHARGE = [...LIVE, 'unpaid', 'paused']
/** Final statuses. */
export const ENDED = ['canceled', 'incomplete_expired']

/** Pure. The period is on the items; the latest end counts. */
export function factsOf(subscription: Stripe.Subscription): SubscriptionFacts {
  const items = subscription.items.data
  const price = items[0]?.price
  const periodEnd = Math.max(...items.map((item) => item.current_period_end), 0)
  return {
    status: subscription.status,
    plan: price?.lookup_key ?? price?.id ?? '',
    amount: price?.unit_amount ?? null,
    currency: price?.currency ?? null,
    current_period_end: instant(periodEnd),
    cancel_at_period_end: subscription.cancel_at_period_end ? 1 : 0,
    cancel_at: subscription.cancel_at === null ? null : instant(subscription.cancel_at),
    ended_at: subscription.ended_at === null ? null : instant(subscription.ended_at),
    created: instant(subscription.created),
  }
}

/** Whether it ends without another payment. */
export function isCancelling(facts: Pick<SubscriptionFacts, 'cancel_at_period_end' | 'cancel_at'>): boolean {
  return facts.cancel_at_period_end === 1 || facts.cancel_at !== null
}

/** @param seconds Unix time */
export function instant(seconds: number): string {
  return new Date(seconds * 1000).toISOString()
}

/** The id of a reference, expanded or not. */
export function idOf(reference: string | { id: string }): string {
  return typeof reference === 'string' ? reference : reference.id
}
