import type Stripe from 'stripe'
import type { MembershipState } from '#contract/billing/billing.ts'
import { AppError } from '#contract/errors.ts'
import { audit } from '#server/audit.ts'
import { paymentsOf } from '#server/billing/payments.ts'
import { forVisitor, isMissing, isRefused } from '#server/billing/stripe-failure.ts'
import { isCancelling } from '#server/billing/sync/subscription-facts.ts'
import { syncSubscription } from '#server/billing/sync/sync-subscription.ts'
import type { BillingDeps, Deps } from '#server/deps.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import { chargingSubscription, liveSubscription, membershipState } from './membership-state.ts'

/**
 * Cancels a membership: a subscription at the end of the paid period, a tester's licence or a grant at once. Idempotent.
 * @throws AppError('nothingToCancel') for a free member, 'paymentsOff', 'paymentFailed'
 */
export async function cancelMembership(deps: BillingDeps, userId: number): Promise<MembershipState> {
  const isSubscribed = (await liveSubscription(deps.db, userId, deps.now())) !== undefined
  if (isSubscribed || !(await endGrant(deps, userId)))
    if (!(await cancelSubscription(deps, userId))) throw new AppError('nothingToCancel')
  return membershipState(deps, userId)
}

/**
 * Cancels a subscription alone, at the end of the paid period; false without one. Idempotent.
 * @throws AppError('paymentsOff'), 'paymentFailed'
 */
export async function cancelSubscription(deps: BillingDeps, userId: number): Promise<boolean> {
  const { db, now } = deps
  const subscription = (await liveSubscription(db, userId, now())) ?? (await chargingSubscription(db, userId))
  if (!subscription) return false
  await forVisitor(paymentsOf(deps).breaker, () => endSubscription(deps, subscription))
  return true
}

async function endSubscription(
  deps: BillingDeps,
  { id, status, user_id }: { id: string; status: string; user_id: number | null },
): Promise<void> {
  const refusal = await cancelAtStripe(deps, { id, status }).then(
    () => undefined,
    (error: unknown) => error,
  )
  if (refusal && !isMissing(refusal) && !isRefused(refusal)) throw refusal
  await syncSubscription(deps, id)
  // Stripe also refuses to cancel what has ended meanwhile, which is fine.
  const after = user_id === null ? undefined : await liveSubscription(deps.db, user_id, deps.now())
  if (refusal && after?.id === id && !isCancelling(after)) throw refusal
}

/** A past-due subscription has no paid time left and ends at once; otherwise Stripe would keep charging the card. */
async function cancelAtStripe(
  deps: BillingDeps,
  { id, status }: { id: string; status: string },
): Promise<unknown> {
  const { subscriptions } = await paymentsOf(deps).stripe()
  if (status !== 'active' && status !== 'trialing')
    return subscriptions.cancel(id, { prorate: false, invoice_now: false })
  return subscriptions.update(id, { cancel_at_period_end: true })
}

/** Ends a tester's licence or a grant; false when there is none. */
async function endGrant({ db, now }: Pick<Deps, 'db' | 'now'>, userId: number): Promise<boolean> {
  const at = now()
  return db.transaction().execute(async (trx) => {
    const tester = await trx
      .updateTable('testers')
      .set({ ended_at: at.toISOString() })
      .where('user_id', '=', userId)
      .where('ended_at', 'is', null)
      .executeTakeFirst()
    const action = tester.numUpdatedRows > 0n ? 'tester.ended' : 'grant.ended'
    if (tester.numUpdatedRows === 0n) {
      const granted = await trx
        .updateTable('users')
        .set({ granted_membership: null, granted_until: null })
        .where('id', '=', userId)
        .where('granted_membership', 'is not', null)
        .where(({ or, eb }) =>
          or([eb('granted_until', 'is', null), eb('granted_until', '>', at.toISOString())]),
        )
        .executeTakeFirst()
      if (granted.numUpdatedRows === 0n) return false
    }
    await audit(trx, { actor: { id: userId }, action, userId, detail: {}, at })
    await queueMail(trx, { mail: 'membershipEnded', userId })
    return true
  })
}

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
