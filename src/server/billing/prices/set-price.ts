import type Stripe from 'stripe'
import { saysTax } from '#domain/membership/format-price.ts'
import { PLAN_PERIOD, PLANS, type Plan } from '#domain/membership/price.ts'
import { type Actor, audit } from '#server/audit.ts'
import { paymentsOf } from '#server/billing/payments.ts'
import type { BillingDeps } from '#server/deps.ts'
import { refreshPrices, TRIAL_DAYS, trialDaysOf } from './refresh-prices.ts'

interface NewPrice {
  plan: Plan
  /** By currency, in its smallest unit; the first is the price's own. */
  amounts: Record<string, number>
  /** Free days for new members, 0 for none; default: as they are. */
  trialDays?: number | undefined
  by: Actor
}

/**
 * Sells a plan for these amounts, after these free days, from now on; members keep what they pay. Makes a product if there is none yet. False if
 * it is sold for them already. @throws Stripe's errors
 */
export async function setPrice(
  deps: BillingDeps,
  { plan, amounts, trialDays, by }: NewPrice,
): Promise<boolean> {
  const { db, site, now } = deps
  const stripe = await paymentsOf(deps).stripe()
  const { data } = await stripe.prices.list({
    lookup_keys: [...PLANS],
    expand: ['data.currency_options'],
  })
  const before = data.find(({ lookup_key }) => lookup_key === plan)
  const daysBefore = before ? trialDaysOf(before) : 0
  const days = trialDays ?? daysBefore
  const metadata =
    days > 0 || daysBefore > 0 ? { metadata: { [TRIAL_DAYS]: days > 0 ? String(days) : '' } } : {}
  if (before?.active && isSold(before, amounts)) {
    if (days === daysBefore) return false
    await stripe.prices.update(before.id, metadata)
    return changed()
  }
  const [sold = before] = data
  const product = sold?.product ?? (await stripe.products.create({ name: `${site.name} Pro` })).id
  const [[currency = '', amount = 0] = [], ...others] = Object.entries(amounts)
  await stripe.prices.create({
    product: typeof product === 'string' ? product : product.id,
    ...{ lookup_key: plan, transfer_lookup_key: true, recurring: { interval: PLAN_PERIOD[plan] } },
    ...{ currency, ...amountIn(currency, amount), ...(days > 0 && metadata) },
    currency_options: Object.fromEntries(others.map(([key, each]) => [key, amountIn(key, each)])),
  })
  // Subscriptions go on with it.
  if (before?.active) await stripe.prices.update(before.id, { active: false })
  return changed()

  async function changed() {
    const detail = { plan, amounts, ...(days > 0 && { trial_days: days }) }
    await audit(db, { actor: by, action: 'billing.price', userId: null, detail, at: now() })
    await refreshPrices(deps)
    return true
  }
}

function amountIn(currency: string, unit_amount: number) {
  return { unit_amount, ...(saysTax(currency) && { tax_behavior: 'inclusive' as const }) }
}

function isSold({ currency, unit_amount, currency_options }: Stripe.Price, amounts: NewPrice['amounts']) {
  const sold: Record<string, number | null> = { [currency]: unit_amount }
  for (const [key, option] of Object.entries(currency_options ?? {})) sold[key] = option.unit_amount
  const isSame = Object.entries(amounts).every(([key, amount]) => sold[key] === amount)
  return (
    isSame && Object.keys(amounts)[0] === currency && Object.keys(sold).length === Object.keys(amounts).length
  )
}
