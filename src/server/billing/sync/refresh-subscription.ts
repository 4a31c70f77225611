import type Stripe from 'stripe'
import { type BillingDeps, paymentsOf } from '#server/billing/payments.ts'
import { isMissing } from '#server/billing/stripe-failure.ts'
import { claimOf } from './owner-of.ts'
import { type Stored, storeAnswer } from './store-answer.ts'
import { drawTicket } from './tickets.ts'

/** Asks Stripe and stores the answer. Undefined for what Stripe does not know, and for what was not sold here. */
export async function refreshSubscription(deps: BillingDeps, id: string): Promise<Stored | undefined> {
  const { db, site, now } = deps
  const stripe = await paymentsOf(deps).stripe()
  const ticket = await drawTicket(db, id)
  const asked = now()
  const subscription = await retrieve(stripe, id)
  if (!subscription) return forget(deps, { id, ticket })
  const claim = claimOf(subscription, await referenceOf(stripe, subscription))
  const answer = { subscription, claim, ticket, asked, here: site.url.host }
  const stored = await db.transaction().execute((trx) => storeAnswer(trx, answer))
  if (stored?.userId === null && claim.userIds.length === 0)
    deps.log.error({ subscription: id }, 'a subscription that was sold here is nobody’s')
  return stored
}

async function retrieve(stripe: Stripe, id: string): Promise<Stripe.Subscription | undefined> {
  try {
    return await stripe.subscriptions.retrieve(id, { expand: ['customer', 'latest_invoice'] })
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

/** Whom the checkout was for, where neither the subscription nor its customer says it. */
async function referenceOf(stripe: Stripe, subscription: Stripe.Subscription): Promise<string | null> {
  if (claimOf(subscription).userIds.length > 0) return null
  const { data } = await stripe.checkout.sessions.list({ subscription: subscription.id, limit: 1 })
  return data[0]?.client_reference_id ?? null
}

/** What Stripe has no more gives no right, and needs not be ended. */
async function forget(
  { db, now }: BillingDeps,
  { id, ticket }: { id: string; ticket: number },
): Promise<undefined> {
  const ended_at = now().toISOString()
  await db
    .updateTable('subscriptions')
    .set({ status: 'canceled', ended_at, end_handled_at: ended_at, sync_ticket: ticket })
    .where('id', '=', id)
    .where('sync_ticket', '<', ticket)
    .execute()
}
