import type Stripe from 'stripe'
import { paymentsOf } from '#server/billing/payments.ts'
import { unlessMissing } from '#server/billing/stripe-failure.ts'
import type { Db } from '#server/db/schema.ts'
import type { BillingDeps } from '#server/deps.ts'
import { claimOf } from './owner-of.ts'
import { type Stored, storeAnswer } from './store-answer.ts'

const EXPANDED = ['customer', 'items.data.price.currency_options', 'default_payment_method']

/** Fetches a subscription and stores it. Undefined when Stripe does not know it or another site sold it. */
export async function refreshSubscription(deps: BillingDeps, id: string): Promise<Stored | undefined> {
  const { db, site, now } = deps
  const stripe = await paymentsOf(deps).stripe()
  const ticket = await drawTicket(db, id)
  const asked = now()
  const subscription = await unlessMissing(stripe.subscriptions.retrieve(id, { expand: EXPANDED }))
  if (!subscription) return markCanceled(deps, { id, ticket })
  const claim = claimOf(subscription, await referenceOf(stripe, subscription))
  const unpaidSince = await oldestUnpaid(stripe, subscription)
  const answer = { subscription, claim, unpaidSince, ticket, asked, siteHost: site.url.host }
  const stored = await db.transaction().execute((trx) => storeAnswer(trx, answer))
  if (stored?.userId === null && claim.userIds.length === 0)
    deps.log.error({ subscription: id }, 'subscription without an owner')
  return stored
}

/** The next number for this id. Drawn before Stripe is asked, it orders answers independently of clocks. */
export async function drawTicket(db: Db, id: string): Promise<number> {
  const { ticket } = await db
    .insertInto('subscription_tickets')
    .values({ id, ticket: 1 })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet(({ eb }) => ({ ticket: eb('subscription_tickets.ticket', '+', 1) })),
    )
    .returning('ticket')
    .executeTakeFirstOrThrow()
  return ticket
}

/** The buyer's id from the checkout session, when neither the subscription nor its customer has it. */
async function referenceOf(stripe: Stripe, subscription: Stripe.Subscription): Promise<string | null> {
  if (claimOf(subscription).userIds.length > 0) return null
  const { data } = await stripe.checkout.sessions.list({ subscription: subscription.id, limit: 1 })
  return data[0]?.client_reference_id ?? null
}

/** When the first of the unpaid invoices fell due, in Unix seconds. */
async function oldestUnpaid(
  stripe: Stripe,
  { id, status }: Stripe.Subscription,
): Promise<number | undefined> {
  if (status !== 'past_due') return undefined
  const { data } = await stripe.invoices.list({ subscription: id, status: 'open', limit: 100 })
  const due = data.flatMap(({ status_transitions: { finalized_at } }) => finalized_at ?? [])
  return due.length > 0 ? Math.min(...due) : undefined
}

/** Stripe no longer has it: it entitles to nothing and need not be ended. */
async function markCanceled(
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
