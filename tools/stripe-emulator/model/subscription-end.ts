import type Stripe from 'stripe'
import type { Account } from './account.ts'
import type { Subscription } from './state.ts'

/** Ends a subscription now. Unpaid invoices stay open, without further retries. */
export function endSubscription(
  account: Account,
  subscription: Subscription,
  reason: Stripe.Subscription.CancellationDetails.Reason,
): Subscription {
  const now = account.now()
  const ended = account.change(account.state.subscriptions, subscription, {
    status: 'canceled',
    canceled_at: subscription.canceled_at ?? now,
    ended_at: now,
    cancellation_details: { ...subscription.cancellation_details!, reason },
  })
  stopCollecting(account, subscription.id)
  account.emit('customer.subscription.deleted', ended)
  return ended
}

function stopCollecting(account: Account, subscription: string): void {
  for (const invoice of account.state.invoices.values()) {
    const owner = invoice.parent?.subscription_details?.subscription
    if (owner !== subscription || (invoice.status !== 'open' && invoice.status !== 'draft')) continue
    account.change(account.state.invoices, invoice, {
      auto_advance: false,
      automatically_finalizes_at: null,
      next_payment_attempt: null,
    })
  }
}
