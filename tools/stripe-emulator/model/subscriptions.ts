import type { Account } from './account.ts'
import { find, invalidRequest, noSuch } from './api-error.ts'
import { findAttached } from './payment-methods.ts'
import { changePrice, type ItemChange } from './price-change.ts'
import type { Subscription } from './state.ts'
import { periodEnd } from './subscription.ts'
import { endSubscription } from './subscription-end.ts'

export interface SubscriptionChange {
  cancel_at?: 'max_period_end' | null
  cancel_at_period_end?: boolean
  default_payment_method?: string
  items?: ItemChange[]
  payment_behavior?: string
  proration_behavior?: string
  proration_date?: number
}

export function getSubscription(account: Account, id: string): Subscription {
  return find(account.state.subscriptions, id, 'subscription')
}

export function updateSubscription(account: Account, id: string, change: SubscriptionChange): Subscription {
  const before = getSubscription(account, id)
  if (before.status === 'canceled') {
    throw invalidRequest('A canceled subscription can only update its cancellation_details and metadata.')
  }
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
  })
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
  const details = before.cancellation_details!
  if (cancel_at_period_end || cancel_at) {
    return {
      cancel_at_period_end: cancel_at_period_end === true,
      cancel_at: periodEnd(before),
      canceled_at: account.now(),
      cancellation_details: { ...details, reason: 'cancellation_requested' },
    }
  }
  const isUndone = cancel_at === null || (cancel_at_period_end === false && before.cancel_at_period_end)
  if (!isUndone) return {}
  return {
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: { ...details, reason: null },
  }
}

/** Ends it at once without a refund. An ended one is not found, as by Stripe. */
export function cancelSubscription(account: Account, id: string): Subscription {
  const subscription = getSubscription(account, id)
  if (subscription.status === 'canceled') throw noSuch('subscription', id)
  return endSubscription(account, { ...subscription, cancel_at_period_end: false }, 'cancellation_requested')
}
