import type { MembershipState } from '#contract/billing.ts'
import { AppError } from '#contract/errors.ts'
import { audit } from '#server/audit.ts'
import { forVisitor } from '#server/billing/for-visitor.ts'
import { type BillingDeps, paymentsOf } from '#server/billing/payments.ts'
import { isMissing, isRefused } from '#server/billing/stripe-failure.ts'
import { isCancelling } from '#server/billing/sync/subscription-facts.ts'
import { syncSubscription } from '#server/billing/sync/sync-subscription.ts'
import type { Deps } from '#server/deps.ts'
import { chargingSubscription, liveSubscription, membershipState } from './membership-state.ts'

/**
 * Ends what somebody's membership rests on: a subscription with the period that is paid, an early tester's licence or what
 * the operator gave at once. Doing it twice does no harm.
 * @throws AppError('nothingToCancel') for a free member, 'paymentsOff', 'paymentFailed'
 */
export async function cancelMembership(deps: BillingDeps, userId: number): Promise<MembershipState> {
  const { db, now } = deps
  const subscription = await liveSubscription(db, userId, now())
  if (subscription) await forVisitor(() => endSubscription(deps, subscription))
  else if (!(await endWhatWasGiven(deps, userId))) await stopCharging(deps, userId)
  return membershipState(deps, userId)
}

async function endSubscription(
  deps: BillingDeps,
  { id, status, user_id }: { id: string; status: string; user_id: number | null },
): Promise<void> {
  const refusal = await askToEnd(deps, { id, status }).then(
    () => undefined,
    (error: unknown) => error,
  )
  if (refusal && !isMissing(refusal) && !isRefused(refusal)) throw refusal
  await syncSubscription(deps, id)
  // Stripe also refuses to end what has ended meanwhile, which is what was asked for.
  const after = user_id === null ? undefined : await liveSubscription(deps.db, user_id, deps.now())
  if (refusal && after?.id === id && !isCancelling(after)) throw refusal
}

/** One whose card fails has nothing paid for left, and ends at once: else Stripe would go on asking the card. */
async function askToEnd(deps: BillingDeps, { id, status }: { id: string; status: string }): Promise<unknown> {
  const { subscriptions } = await paymentsOf(deps).stripe()
  if (status !== 'active' && status !== 'trialing')
    return subscriptions.cancel(id, { prorate: false, invoice_now: false })
  return subscriptions.update(id, { cancel_at_period_end: true })
}

/** @throws AppError('nothingToCancel') where no card is asked for anything */
async function stopCharging(deps: BillingDeps, userId: number): Promise<void> {
  const owing = await chargingSubscription(deps.db, userId)
  if (!owing) throw new AppError('nothingToCancel')
  await forVisitor(() => endSubscription(deps, owing))
}

/** False where nothing was given. */
async function endWhatWasGiven({ db, now }: Pick<Deps, 'db' | 'now'>, userId: number): Promise<boolean> {
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
    return true
  })
}
