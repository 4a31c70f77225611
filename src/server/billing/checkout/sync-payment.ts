import type { MembershipState } from '#contract/billing.ts'
import { AppError } from '#contract/errors.ts'
import { forVisitor } from '#server/billing/for-visitor.ts'
import { membershipState } from '#server/billing/membership/membership-state.ts'
import { type BillingDeps, paymentsOf } from '#server/billing/payments.ts'
import { keepCheckout, retrieveCheckout } from './sync-checkout.ts'

/**
 * Asks Stripe what became of the buyer's own checkout session, so that membership does not wait for a webhook.
 * @throws AppError('notFound') for a session that is not the buyer's, 'paymentsOff', 'paymentFailed'
 */
export async function syncPayment(
  deps: BillingDeps,
  userId: number,
  sessionId: string,
): Promise<MembershipState> {
  paymentsOf(deps)
  await forVisitor(async () => {
    const session = await retrieveCheckout(deps, sessionId)
    if (session?.client_reference_id !== String(userId)) throw new AppError('notFound')
    await keepCheckout(deps, session)
  })
  return membershipState(deps, userId)
}
