import type Stripe from 'stripe'
import { unlinkCustomer } from '#server/billing/checkout/customers.ts'
import { paymentsOf } from '#server/billing/payments.ts'
import { isStripeFailure } from '#server/billing/stripe-failure.ts'
import { idOf, MAY_CHARGE } from '#server/billing/sync/subscription-facts.ts'
import { syncSubscription } from '#server/billing/sync/sync-subscription.ts'
import type { BillingDeps } from '#server/deps.ts'

/** After the default card changed: charges subscriptions to it, which Stripe does not, and pays what is overdue. */
export async function adoptCard(deps: BillingDeps, customerId: string): Promise<void> {
  const stripe = await paymentsOf(deps).stripe()
  const customer = await stripe.customers.retrieve(customerId)
  if (customer.deleted) return unlinkCustomer(deps.db, customerId)
  const chosen = customer.invoice_settings.default_payment_method
  if (!chosen) return
  for (const id of await subscriptionsOf(deps, customerId)) {
    const subscription = await stripe.subscriptions.retrieve(id, { expand: ['latest_invoice'] })
    if (MAY_CHARGE.includes(subscription.status)) await chargeTo(stripe, subscription, idOf(chosen))
    await syncSubscription(deps, id)
  }
}

async function subscriptionsOf({ db }: BillingDeps, customerId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('subscriptions')
    .select('id')
    .where('customer_id', '=', customerId)
    .where('status', 'in', MAY_CHARGE)
    .where('end_reason', 'is', null)
    .execute()
  return rows.map(({ id }) => id)
}

async function chargeTo(stripe: Stripe, subscription: Stripe.Subscription, card: string): Promise<void> {
  const { id, default_payment_method: present, status, latest_invoice: invoice } = subscription
  if (present !== null && idOf(present) !== card)
    await stripe.subscriptions.update(id, { default_payment_method: card })
  if (status !== 'past_due' || typeof invoice !== 'object' || invoice?.status !== 'open') return
  try {
    await stripe.invoices.pay(invoice.id)
  } catch (error) {
    // Declined again (402), or paid meanwhile (400).
    if (!isStripeFailure(error) || (error.statusCode !== 402 && error.statusCode !== 400)) throw error
  }
}
