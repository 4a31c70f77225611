import { AppError } from '#contract/errors.ts'
import { type Offer, PLAN_PERIOD, type Plan } from '#domain/membership/price.ts'
import type { PlanPrice } from '#server/db/schema-billing.ts'
import type { BillingDeps, Deps } from '#server/deps.ts'
import { refreshPrices } from './refresh-prices.ts'

type ReadDeps = Pick<Deps, 'db' | 'payments'>

/**
 * What is sold, by currency: first the one that the prices have at Stripe by default. Only currencies that every sold
 * plan has. Empty if nothing is sold.
 */
export async function listOffers(deps: ReadDeps): Promise<Offer[]> {
  return offersOf(await storedPrices(deps), deps)
}

function offersOf(prices: readonly PlanPrice[], { payments }: Pick<Deps, 'payments'>): Offer[] {
  const [first] = prices
  if (!first || payments.mode === 'off') return []
  const inAll = Object.keys(first.amounts).filter((key) => prices.every(({ amounts }) => amounts[key]))
  const sold = inAll.length > 0 ? prices : [first]
  const currencies = inAll.length > 0 ? inAll : Object.keys(first.amounts)
  const tried = sold.filter(({ trial_days }) => trial_days > 0)
  const trials = Object.fromEntries(tried.map(({ plan, trial_days }) => [plan, trial_days]))
  return currencies
    .toSorted((one, other) => Number(other === first.currency) - Number(one === first.currency))
    .map((currency) => ({
      currency,
      amounts: Object.fromEntries(sold.map(({ plan, amounts }) => [plan, amounts[currency]!.amount])),
      taxed: payments.automaticTax && sold.some(({ amounts }) => !amounts[currency]!.inclusive),
      ...(tried.length > 0 && { trials }),
    }))
}

/** In the order of PLANS; without those that are not sold. */
async function storedPrices(deps: ReadDeps): Promise<PlanPrice[]> {
  const { db, payments } = deps
  if (payments.mode === 'off') return []
  const rows = await db
    .selectFrom('plan_prices')
    .select(['plan', 'price_id', 'currency', 'amounts', 'trial_days'])
    .where('mode', '=', payments.mode)
    .where('price_id', '<>', '')
    .orderBy('plan')
    .execute()
  return rows.map((row) => ({ ...row, amounts: JSON.parse(row.amounts) }))
}

/** A plan's price at Stripe, and all offers. Asks Stripe if it is not known. @throws AppError('paymentFailed') if it is not sold */
export async function priceOf(deps: BillingDeps, plan: Plan): Promise<PlanPrice & { offers: Offer[] }> {
  for (const isStored of [true, false]) {
    if (!isStored) await refreshPrices(deps)
    const prices = await storedPrices(deps)
    const price = prices.find((each) => each.plan === plan)
    if (price) return { ...price, offers: offersOf(prices, deps) }
  }
  const what = `active price for each ${PLAN_PERIOD[plan]} with the lookup key ${plan}`
  throw new AppError('paymentFailed', '', { cause: new Error(`Stripe has no ${what}`) })
}
