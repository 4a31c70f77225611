import type Stripe from 'stripe'
import type { MembershipState, PlanChange, PlanChangeInput } from '#contract/billing/billing.ts'
import { AppError } from '#contract/errors.ts'
import { instant } from '#domain/dates/spans.ts'
import type { Plan } from '#domain/membership/price.ts'
import { paymentsOf } from '#server/billing/payments.ts'
import { priceOf } from '#server/billing/prices/offers.ts'
import { forVisitor, isStripeFailure } from '#server/billing/stripe-failure.ts'
import { planOf } from '#server/billing/sync/subscription-facts.ts'
import { syncSubscription } from '#server/billing/sync/sync-subscription.ts'
import type { BillingDeps } from '#server/deps.ts'
import { liveSubscription, mayChangePlan, membershipState } from './membership-state.ts'

/** How long shown amounts may be confirmed, so that nobody is credited for time used since. */
const PREVIEW_LIFE_SECONDS = 15 * 60
/** Stripe's clock and ours. */
const CLOCK_SKEW_SECONDS = 60
/** Longer than for other calls, since the card is charged meanwhile. */
const CHARGE_TIMEOUT_MS = 9_500

/** What changing to `plan` would cost now. @throws AppError('planNotChangeable'), 'paymentsOff', 'paymentFailed' */
export function previewPlanChange(deps: BillingDeps, userId: number, plan: Plan): Promise<PlanChange> {
  const payments = paymentsOf(deps)
  return forVisitor(payments.breaker, async () => {
    const { id, item, currency } = await changeableSubscription(deps, userId)
    if (planOf(item.price) === plan) throw new AppError('planNotChangeable', 'it has this plan')
    const stripe = await payments.stripe()
    const price = await priceIn(deps, plan, currency)
    // Stripe refuses a time before the period, which may have begun just now.
    const proration_date = Math.max(unixSeconds(deps.now()), item.current_period_start)
    const invoice = await stripe.invoices.createPreview({
      subscription: id,
      subscription_details: {
        items: [{ id: item.id, price }],
        proration_behavior: 'always_invoice',
        proration_date,
      },
    })
    return { plan, proration_date, ...amountsOf(invoice) }
  })
}

/**
 * Changes the plan at once and charges the difference. Idempotent. A declined card changes nothing.
 * @param proration_date of the preview that was confirmed
 * @throws AppError('cardDeclined'), 'previewOutdated', else as previewPlanChange()
 */
export async function changePlan(
  deps: BillingDeps,
  userId: number,
  { price: plan, proration_date }: PlanChangeInput,
): Promise<MembershipState> {
  const payments = paymentsOf(deps)
  const age = unixSeconds(deps.now()) - proration_date
  if (age > PREVIEW_LIFE_SECONDS || age < -CLOCK_SKEW_SECONDS) throw new AppError('previewOutdated')
  await forVisitor(
    payments.breaker,
    async () => {
      const { id, item, currency } = await changeableSubscription(deps, userId)
      if (planOf(item.price) !== plan) {
        const price = await priceIn(deps, plan, currency)
        const update = { id, items: [{ id: item.id, price }], proration_date }
        await updateAtStripe(await payments.stripe(), update)
      }
      await syncSubscription(deps, id)
    },
    CHARGE_TIMEOUT_MS,
  )
  return membershipState(deps, userId)
}

/** A subscription keeps its currency. */
async function priceIn(deps: BillingDeps, plan: Plan, currency: string): Promise<string> {
  const { price_id, amounts } = await priceOf(deps, plan)
  if (!amounts[currency]) throw new AppError('planNotChangeable', `it is not sold in ${currency}`)
  return price_id
}

/** As Stripe knows it: our row may be older. */
async function changeableSubscription(
  deps: BillingDeps,
  userId: number,
): Promise<{ id: string; item: Stripe.SubscriptionItem; currency: string }> {
  const row = await liveSubscription(deps.db, userId, deps.now())
  if (!row || !mayChangePlan(row)) throw new AppError('planNotChangeable')
  const stripe = await paymentsOf(deps).stripe()
  const { id, status, cancel_at, currency, items } = await stripe.subscriptions.retrieve(row.id)
  const item = items.data[0]
  if (status === 'active' && cancel_at === null && item) return { id, item, currency }
  await syncSubscription(deps, id)
  throw new AppError('planNotChangeable')
}

async function updateAtStripe(
  stripe: Stripe,
  { id, ...change }: { id: string; items: { id: string; price: string }[]; proration_date: number },
): Promise<void> {
  try {
    await stripe.subscriptions.update(id, {
      ...change,
      proration_behavior: 'always_invoice',
      payment_behavior: 'error_if_incomplete',
    })
  } catch (error) {
    if (isStripeFailure(error) && error.statusCode === 402)
      throw new AppError('cardDeclined', '', { cause: error })
    throw error
  }
}

/** Credits are the prorated lines; `subtotal` is without discounts and added taxes. */
function amountsOf(invoice: Stripe.Invoice): Omit<PlanChange, 'plan' | 'proration_date'> {
  const { currency, subtotal, total, starting_balance, amount_due } = invoice
  const [period] = invoice.lines.data.filter((line) => !isProration(line))
  const credit = -sum(invoice.lines.data.filter(isProration))
  const discount = sum(invoice.total_discount_amounts ?? [])
  if (!period) throw new Error('Stripe returned no new period')
  return {
    currency,
    price: subtotal + credit,
    credit,
    discount,
    tax: total - subtotal + discount,
    balance: Math.max(0, -starting_balance),
    due: amount_due,
    credit_left: Math.max(0, -(total + starting_balance)),
    until: instant(period.period.end),
  }
}

function isProration({ parent }: Stripe.InvoiceLineItem): boolean {
  return parent?.subscription_item_details?.proration === true
}

function sum(amounts: readonly { amount: number }[]): number {
  return amounts.reduce((total, { amount }) => total + amount, 0)
}

function unixSeconds(date: Date): number {
  return Math.floor(date.getTime() / 1000)
}
