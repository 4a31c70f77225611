import type Stripe from 'stripe'
import type { MembershipState } from '#contract/billing.ts'
import { AppError } from '#contract/errors.ts'
import { paymentsOf } from '#server/billing/payments.ts'
import { forVisitor } from '#server/billing/stripe-failure.ts'
import { syncSubscription } from '#server/billing/sync/sync-subscription.ts'
import type { BillingDeps } from '#server/deps.ts'
import { liveSubscription, membershipState } from './membership-state.ts'

/** Idempotent. @throws AppError('nothingToCancel') without a subscription, 'paymentsOff', 'paymentFailed' */
export async function resumeMembership(deps: BillingDeps, userId: number): Promise<MembershipState> {
  const subscription = await liveSubscription(deps.db, userId, deps.now())
  if (!subscription) throw new AppError('nothingToCancel', 'no subscription')
  await forVisitor(paymentsOf(deps).breaker, () => resume(deps, subscription.id))
  return membershipState(deps, userId)
}

async function resume(deps: BillingDeps, id: string): Promise<void> {
  const stripe = await paymentsOf(deps).stripe()
  const params = resumeParams(await stripe.subscriptions.retrieve(id))
  if (params) await stripe.subscriptions.update(id, params)
  await syncSubscription(deps, id)
}

/** A cancellation on Stripe's own page only sets `cancel_at`, and only an empty `cancel_at` undoes it. */
function resumeParams({
  status,
  cancel_at_period_end,
  cancel_at,
}: Stripe.Subscription): Stripe.SubscriptionUpdateParams | undefined {
  if (status === 'canceled') return undefined
  if (cancel_at_period_end) return { cancel_at_period_end: false }
  return cancel_at === null ? undefined : { cancel_at: '' }
}
