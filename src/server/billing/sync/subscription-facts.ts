import type { Selectable } from 'kysely'
import type Stripe from 'stripe'
import { instant } from '#domain/dates/spans.ts'
import { PLAN_PERIOD, PLANS } from '#domain/membership/price.ts'
import type { Database } from '#server/db/schema.ts'

/** What we store of Stripe's subscription. */
export interface SubscriptionFacts {
  status: string
  plan: string
  /** Missing if the answer does not say what the price costs in this currency. */
  amount?: number | null
  currency: string
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

/**
 * Pure. The period is on the items; the latest end counts. Prices show their default currency; the amount in the
 * subscription's own needs `currency_options`.
 */
export function factsOf(subscription: Stripe.Subscription): SubscriptionFacts {
  const items = subscription.items.data
  const price = items[0]?.price
  const amount = price ? amountIn(price, subscription.currency) : null
  const periodEnd = Math.max(...items.map((item) => item.current_period_end), 0)
  return {
    status: subscription.status,
    plan: price ? planOf(price) : '',
    ...(amount !== undefined && { amount }),
    currency: subscription.currency,
    current_period_end: instant(periodEnd),
    cancel_at_period_end: subscription.cancel_at_period_end ? 1 : 0,
    cancel_at: subscription.cancel_at === null ? null : instant(subscription.cancel_at),
    ended_at: subscription.ended_at === null ? null : instant(subscription.ended_at),
    created: instant(subscription.created),
  }
}

function amountIn(price: Stripe.Price, currency: string): number | null | undefined {
  if (price.currency === currency) return price.unit_amount
  return price.currency_options && (price.currency_options[currency]?.unit_amount ?? null)
}

/** The plan that a price sells. An older price has given its lookup key to the newer one. */
export function planOf({ id, lookup_key, recurring }: Stripe.Price): string {
  if (lookup_key && (PLANS as readonly string[]).includes(lookup_key)) return lookup_key
  const plan =
    recurring?.interval_count === 1 && PLANS.find((each) => PLAN_PERIOD[each] === recurring.interval)
  return plan || lookup_key || id
}

/** Whether it ends without another payment. */
export function isCancelling(facts: Pick<SubscriptionFacts, 'cancel_at_period_end' | 'cancel_at'>): boolean {
  return facts.cancel_at_period_end === 1 || facts.cancel_at !== null
}

/** The id of a reference, expanded or not. */
export function idOf(reference: string | { id: string }): string {
  return typeof reference === 'string' ? reference : reference.id
}

type Move = Pick<Selectable<Database['subscriptions']>, 'move_state' | 'move_amount' | 'move_at'>

/** What a member will pay who moves to another price, and from when on. */
export function comingPrice({
  move_state,
  move_amount,
  move_at,
}: Move): { amount: number; from: string } | null {
  if (move_state === null || move_state === 'failed' || move_amount === null || move_at === null) return null
  return { amount: move_amount, from: move_at }
}
