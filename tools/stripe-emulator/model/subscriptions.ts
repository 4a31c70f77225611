import type Stripe from 'stripe'
import type { Account } from './account.ts'
import { find, invalidRequest, noSuch } from './api-error.ts'
import { mergeMetadata } from './metadata.ts'
import { findAttached } from './payment-methods.ts'
import { changePrice, type ItemChange } from './price-change.ts'
import type { Subscription } from './state.ts'
import { periodEnd } from './subscription.ts'
import { endSubscription } from './subscription-end.ts'

export interface SubscriptionChange {
  cancel_at?: number | 'min_period_end' | 'max_period_end' | null
  cancel_at_period_end?: boolean
  cancellation_details?: { comment?: string | null; feedback?: string | null }
  default_payment_method?: string
  description?: string | null
  items?: ItemChange[]
  metadata?: Record<string, string> | null
  payment_behavior?: string
  proration_date?: number
}

export function getSubscription(account: Account, id: string): Subscription {
  return find(account.state.subscriptions, id, 'subscription')
}

export function updateSubscription(account: Account, id: string, change: SubscriptionChange): Subscription {
  const before = getSubscription(account, id)
  if (before.status === 'canceled') refuseAllButMetadata(change)
  if (change.cancel_at !== undefined && change.cancel_at_period_end !== undefined) {
    throw invalidRequest(
      'Received both cancel_at and cancel_at_period_end parameters. Please pass in only one.',
    )
  }
  const card = change.default_payment_method
  if (card) findAttached(account, card, before.customer, 'default_payment_method')
  const priced = change.items ? changePrice(account, before, { ...change, items: change.items }) : {}
  return account.changeSubscription(before, {
    ...priced,
    ...cancellation(account, before, change),
    ...(card && { default_payment_method: card }),
    ...(change.description !== undefined && { description: change.description }),
    metadata: mergeMetadata(before.metadata, change.metadata),
  })
}

function refuseAllButMetadata({ metadata: _, cancellation_details: __, ...rest }: SubscriptionChange): void {
  if (Object.values(rest).every((value) => value === undefined)) return
  throw invalidRequest('A canceled subscription can only update its cancellation_details and metadata.')
}

/**
 * `cancel_at_period_end` also fills `cancel_at`. A bare `cancel_at`, as the portal sets it, leaves
 * `cancel_at_period_end` alone and is undone only by an empty `cancel_at`.
 */
function cancellation(
  account: Account,
  before: Subscription,
  change: SubscriptionChange,
): Partial<Subscription> {
  const { cancel_at, cancel_at_period_end } = change
  const details = { ...before.cancellation_details!, ...change.cancellation_details }
  const now = account.timeOf(before.customer)
  const unchanged = { cancellation_details: details }
  if (cancel_at_period_end === true) {
    const requested = { ...details, reason: 'cancellation_requested' }
    const until = periodEnd(before)
    return { cancel_at_period_end, cancel_at: until, canceled_at: now, cancellation_details: requested }
  }
  if (cancel_at_period_end === false) {
    return before.cancel_at_period_end ? notCancelled(details) : unchanged
  }
  if (cancel_at === null) return notCancelled(details)
  if (cancel_at === undefined) return unchanged
  const until = cancelTime(before, cancel_at)
  if (until <= now) throw invalidRequest('`cancel_at` must be in the future.', { param: 'cancel_at' })
  const requested = { ...details, reason: 'cancellation_requested' }
  return {
    cancel_at: until,
    cancel_at_period_end: false,
    canceled_at: now,
    cancellation_details: requested,
  }
}

function notCancelled(details: Stripe.Subscription.CancellationDetails): Partial<Subscription> {
  return {
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: { ...details, reason: null },
  }
}

function cancelTime(subscription: Subscription, asked: number | 'min_period_end' | 'max_period_end'): number {
  if (asked === 'max_period_end') return periodEnd(subscription)
  if (asked === 'min_period_end') {
    return Math.min(...subscription.items.data.map((item) => item.current_period_end))
  }
  return asked
}

/** Ends it at once without a refund. An ended one is not found, as by Stripe. */
export function cancelSubscription(
  account: Account,
  id: string,
  details: SubscriptionChange['cancellation_details'] = {},
): Subscription {
  const subscription = getSubscription(account, id)
  if (subscription.status === 'canceled') throw noSuch('subscription', id)
  const commented = account.change(account.state.subscriptions, subscription, {
    cancel_at_period_end: false,
    cancellation_details: { ...subscription.cancellation_details!, ...details },
  })
  return endSubscription(account, commented, 'cancellation_requested')
}
