import type Stripe from 'stripe'
import type { MembershipState } from '#contract/billing/billing.ts'
import { AppError } from '#contract/errors.ts'
import { membershipState } from '#server/billing/membership/membership-state.ts'
import { paymentsOf } from '#server/billing/payments.ts'
import { forVisitor, isMissing, isRefused, unlessMissing } from '#server/billing/stripe-failure.ts'
import { idOf } from '#server/billing/sync/subscription-facts.ts'
import { syncSubscription } from '#server/billing/sync/sync-subscription.ts'
import type { BillingDeps } from '#server/deps.ts'
import { openAttempts, storeStatus } from './checkout-attempts.ts'

/** Syncs a buyer's session on return. @throws AppError('notFound') if not theirs, 'paymentsOff', 'paymentFailed' */
export async function syncPayment(
  deps: BillingDeps,
  userId: number,
  sessionId: string,
): Promise<MembershipState> {
  const { breaker } = paymentsOf(deps)
  await forVisitor(breaker, async () => {
    const session = await retrieveCheckout(deps, sessionId)
    if (session?.client_reference_id !== String(userId)) throw new AppError('notFound')
    await storeCheckout(deps, session)
  })
  return membershipState(deps, userId)
}

/** Fetches a checkout session and stores what was bought in it. Undefined when Stripe does not know it. */
export async function syncCheckout(
  deps: BillingDeps,
  id: string,
): Promise<Stripe.Checkout.Session | undefined> {
  const session = await retrieveCheckout(deps, id)
  if (session) await storeCheckout(deps, session)
  else await storeStatus(deps.db, id, 'expired')
  return session
}

async function retrieveCheckout(deps: BillingDeps, id: string): Promise<Stripe.Checkout.Session | undefined> {
  const stripe = await paymentsOf(deps).stripe()
  return unlessMissing(stripe.checkout.sessions.retrieve(id))
}

/** Stores the outcome of a session. Once it is paid, the buyer's other sessions are closed. */
async function storeCheckout(deps: BillingDeps, session: Stripe.Checkout.Session): Promise<void> {
  if (session.subscription) await syncSubscription(deps, idOf(session.subscription))
  if (session.status === 'complete') await closeOthers(deps, session)
  await storeStatus(deps.db, session.id, session.status)
}

async function closeOthers(deps: BillingDeps, paid: Stripe.Checkout.Session): Promise<void> {
  const userId = Number(paid.client_reference_id)
  for (const { stripeId } of await openAttempts(deps.db, userId))
    if (stripeId !== paid.id) await closeCheckout(deps, stripeId)
}

/** Expires a session so that nobody can pay in it; if it was paid meanwhile, stores the purchase. */
export async function closeCheckout(deps: BillingDeps, id: string): Promise<void> {
  const stripe = await paymentsOf(deps).stripe()
  try {
    await stripe.checkout.sessions.expire(id)
    await storeStatus(deps.db, id, 'expired')
  } catch (error) {
    if (!isRefused(error) && !isMissing(error)) throw error
    const session = await retrieveCheckout(deps, id)
    if (session?.subscription) await syncSubscription(deps, idOf(session.subscription))
    await storeStatus(deps.db, id, session ? session.status : 'expired')
  }
}
