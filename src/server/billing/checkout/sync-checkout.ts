import type Stripe from 'stripe'
import { type BillingDeps, paymentsOf } from '#server/billing/payments.ts'
import { isMissing, isRefused } from '#server/billing/stripe-failure.ts'
import { idOf } from '#server/billing/sync/subscription-facts.ts'
import { syncSubscription } from '#server/billing/sync/sync-subscription.ts'
import { noteStatus, openAttempts } from './checkout-attempts.ts'

/** What became of a checkout session; what was bought in it is kept. Undefined where Stripe does not know it. */
export async function syncCheckout(
  deps: BillingDeps,
  id: string,
): Promise<Stripe.Checkout.Session | undefined> {
  const session = await retrieveCheckout(deps, id)
  if (session) await keepCheckout(deps, session)
  else await noteStatus(deps.db, id, 'expired')
  return session
}

export async function retrieveCheckout(
  deps: BillingDeps,
  id: string,
): Promise<Stripe.Checkout.Session | undefined> {
  const stripe = await paymentsOf(deps).stripe()
  try {
    return await stripe.checkout.sessions.retrieve(id)
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

/** Notes what became of a session. Once it is paid, nothing else that its buyer has opened can be paid any more. */
export async function keepCheckout(deps: BillingDeps, session: Stripe.Checkout.Session): Promise<void> {
  if (session.subscription) await syncSubscription(deps, idOf(session.subscription))
  if (session.status === 'complete') await closeOthers(deps, session)
  await noteStatus(deps.db, session.id, session.status)
}

async function closeOthers(deps: BillingDeps, paid: Stripe.Checkout.Session): Promise<void> {
  const userId = Number(paid.client_reference_id)
  for (const { stripeId } of await openAttempts(deps.db, userId))
    if (stripeId !== paid.id) await closeCheckout(deps, stripeId)
}

/** Makes sure that nobody pays in a session any more; one that has been paid meanwhile is kept as such. */
export async function closeCheckout(deps: BillingDeps, id: string): Promise<void> {
  const stripe = await paymentsOf(deps).stripe()
  try {
    await stripe.checkout.sessions.expire(id)
    await noteStatus(deps.db, id, 'expired')
  } catch (error) {
    if (!isRefused(error) && !isMissing(error)) throw error
    const session = await retrieveCheckout(deps, id)
    if (session?.subscription) await syncSubscription(deps, idOf(session.subscription))
    await noteStatus(deps.db, id, session ? session.status : 'expired')
  }
}
