import type Stripe from 'stripe'
import { audit } from '#server/audit.ts'
import { paymentsOf } from '#server/billing/payments.ts'
import { isStripeFailure, unlessMissing } from '#server/billing/stripe-failure.ts'
import type { BillingDeps } from '#server/deps.ts'
import { refreshSubscription } from './refresh-subscription.ts'
import { ENDED, idOf } from './subscription-facts.ts'

/** End reasons with a refund. */
const REFUNDED = ['duplicate', 'unclaimed']

/** Ends a subscription marked with `end_reason` and refunds it if due. Can be interrupted and repeated. */
export async function endAtOnce(deps: BillingDeps, id: string): Promise<void> {
  const marked = await deps.db
    .selectFrom('subscriptions')
    .select(['status', 'end_reason', 'user_id'])
    .where('id', '=', id)
    .where('end_reason', 'is not', null)
    .where('end_handled_at', 'is', null)
    .executeTakeFirst()
  if (!marked?.end_reason) return
  const stripe = await paymentsOf(deps).stripe()
  if (!ENDED.includes(marked.status))
    await unlessMissing(stripe.subscriptions.cancel(id, { prorate: false, invoice_now: false }))
  const refunded = REFUNDED.includes(marked.end_reason) ? await refund(stripe, id) : []
  await refreshSubscription(deps, id)
  await recordEnd(deps, { id, userId: marked.user_id, why: marked.end_reason, refunded })
}

/** Refunds every payment. Needs no idempotency key: a charge can be refunded only once, and a kept key would replay a failure. */
async function refund(stripe: Stripe, id: string): Promise<string[]> {
  const refunded: string[] = []
  const invoices = stripe.invoices.list({ subscription: id, limit: 100, expand: ['data.payments'] })
  for await (const invoice of invoices) {
    for (const { status, payment } of invoice.payments?.data ?? []) {
      const paid = status === 'paid' && refundable(payment)
      if (!paid) continue
      await refundPayment(stripe, paid)
      refunded.push(Object.values(paid).join())
    }
  }
  return refunded
}

function refundable({ payment_intent, charge }: Stripe.InvoicePayment.Payment) {
  if (payment_intent) return { payment_intent: idOf(payment_intent) }
  return charge ? { charge: idOf(charge) } : undefined
}

async function refundPayment(stripe: Stripe, paid: Stripe.RefundCreateParams): Promise<void> {
  try {
    await stripe.refunds.create({ ...paid, reason: 'duplicate' })
  } catch (error) {
    if (!isStripeFailure(error) || error.code !== 'charge_already_refunded') throw error
  }
}

async function recordEnd(
  { db, log, now }: BillingDeps,
  { id, userId, why, refunded }: { id: string; userId: number | null; why: string; refunded: string[] },
): Promise<void> {
  const at = now()
  const recorded = await db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('subscriptions')
      .set({ end_handled_at: at.toISOString() })
      .where('id', '=', id)
      .where('end_handled_at', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return false
    const detail = { subscription: id, why, refunded }
    await audit(trx, { actor: 'stripe', action: 'subscription.ended', userId, detail, at })
    return true
  })
  if (recorded) log.warn({ subscription: id, userId, why, refunded }, 'subscription ended at once')
}
