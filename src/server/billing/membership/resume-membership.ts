import type Stripe from 'stripe'
import type { MembershipState } from '#contract/billing.ts'
import { AppError } from '#contract/errors.ts'
import { forVisitor } from '#server/billing/for-visitor.ts'
import { type BillingDeps, paymentsOf } from '#server/billing/payments.ts'
import { syncSubscription } from '#server/billing/sync/sync-subscription.ts'
import { liveSubscription, membershipState } from './membership-state.ts'

/**
 * Takes a cancellation back while the paid period lasts. Doing it twice does no harm.
 * @throws AppError('nothingToCancel') where there is no subscription, 'paymentsOff', 'paymentFailed'
 */
export async function resumeMembership(deps: BillingDeps, userId: number): Promise<MembershipState> {
  const subscription = await liveSubscription(deps.db, userId, deps.now())
  if (!subscription) throw new AppError('nothingToCancel', 'there is no subscription')
  await forVisitor(() => resume(deps, subscription.id))
  return membershipState(deps, userId)
}

async function resume(deps: BillingDeps, id: string): Promise<void> {
  const stripe = await paymentsOf(deps).stripe()
  const takeBack = takingBack(await stripe.subscriptions.retrieve(id))
  if (takeBack) await stripe.subscriptions.update(id, takeBack)
  await syncSubscription(deps, id)
}

/** What was cancelled on Stripe's own page shows in `cancel_at` alone, and only an empty `cancel_at` takes that back. */
function takingBack({
  status,
  cancel_at_period_end,
  cancel_at,
}: Stripe.Subscription): Stripe.SubscriptionUpdateParams | undefined {
  if (status === 'canceled') return undefined
  if (cancel_at_period_end) return { cancel_at_period_end: false }
  return cancel_at === null ? undefined : { cancel_at: '' }
}
