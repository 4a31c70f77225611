import { setTimeout as sleep } from 'node:timers/promises'
import type Stripe from 'stripe'
import { MAX_TRIAL_DAYS, PLAN_PERIOD, PLANS, type Plan } from '#domain/membership/price.ts'
import { type OpenPayments, paymentsOf } from '#server/billing/payments.ts'
import { drawTicket } from '#server/billing/sync/refresh-subscription.ts'
import { invalidate } from '#server/cache-invalidation.ts'
import { lockRows } from '#server/db/locks.ts'
import type { PlanPrice } from '#server/db/schema-billing.ts'
import type { BillingDeps } from '#server/deps.ts'

/** The tag of pages that show prices, and the subject of events about them. */
export const PRICES = 'prices'

/** Stores what Stripe would charge for each plan now, and clears the pages if it is something else. */
export async function refreshPrices(deps: Pick<BillingDeps, 'db' | 'payments'>): Promise<void> {
  const { db } = deps
  const payments = paymentsOf(deps)
  const ticket = await drawTicket(db, PRICES)
  const { sold } = await askPrices(payments)
  await db.transaction().execute(async (trx) => {
    const none = { ...NOT_SOLD, mode: 'off' as const, ticket: 0 }
    await trx
      .insertInto('plan_prices')
      .values(PLANS.map((plan) => ({ plan, ...none })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    const rows = await trx
      .selectFrom('plan_prices')
      .selectAll()
      .orderBy('plan')
      .$call(lockRows(trx))
      .execute()
    let changed = false
    for (const before of rows.filter((row) => row.ticket < ticket)) {
      const after = { mode: payments.mode, ...(sold.get(before.plan) ?? NOT_SOLD) }
      changed ||= Object.entries(after).some(([name, value]) => before[name as keyof typeof after] !== value)
      await trx
        .updateTable('plan_prices')
        .set({ ...after, ticket })
        .where('plan', '=', before.plan)
        .execute()
    }
    if (changed) await invalidate(trx, [PRICES])
  })
}

export interface Stock {
  /** Without plans that cannot be sold. */
  sold: Map<Plan, ReturnType<typeof factsOf>>
  /** Stripe's clock. */
  date: string | undefined
}

/** What Stripe would charge for each plan now. @throws Stripe's errors */
export async function askPrices(payments: OpenPayments, options: Stripe.RequestOptions = {}): Promise<Stock> {
  const stripe = await payments.stripe()
  const listed = await stripe.prices.list(
    { lookup_keys: [...PLANS], active: true, expand: ['data.currency_options', 'data.product'] },
    options,
  )
  const sold = PLANS.flatMap((plan) => {
    const price = listed.data.find((each) => sells(each, plan))
    const facts = price && factsOf(price)
    return facts?.price_id ? [[plan, facts] as const] : []
  })
  return { sold: new Map(sold), date: listed.lastResponse.headers.date }
}

/** How long a start may wait for Stripe. */
const START_MS = 2_000

/** Asks for prices that are not known yet, before the first page; if Stripe does not answer soon, a job asks again. */
export async function firstPrices(deps: Pick<BillingDeps, 'db' | 'payments' | 'log'>): Promise<void> {
  if (deps.payments.mode === 'off' || (await knowsPrices(deps))) return
  const asked = refreshPrices(deps).catch((err) => deps.log.warn({ err }, 'prices not read from Stripe yet'))
  await Promise.race([asked, sleep(START_MS, undefined, { ref: false })])
}

/** Whether Stripe was asked for the prices before, with a key of this mode. */
export async function knowsPrices({ db, payments }: Pick<BillingDeps, 'db' | 'payments'>): Promise<boolean> {
  const row = await db
    .selectFrom('plan_prices')
    .select('plan')
    .where('mode', '=', payments.mode)
    .executeTakeFirst()
  return row !== undefined
}

const NOT_SOLD = { price_id: '', currency: '', amounts: '{}', trial_days: 0 }

/** The name in a price's metadata: a trial belongs to what is sold, and follows it to another server. */
export const TRIAL_DAYS = 'trial_days'

/** 0 for none, and for what nobody can mean. */
export function trialDaysOf({ metadata }: Pick<Stripe.Price, 'metadata'>): number {
  const days = Number(metadata[TRIAL_DAYS])
  return Number.isInteger(days) && days > 0 && days <= MAX_TRIAL_DAYS ? days : 0
}

/** Whether a checkout may sell it as this plan: a fixed amount for each month or year. */
function sells(price: Stripe.Price, plan: Plan): boolean {
  const { product, recurring } = price
  return (
    price.lookup_key === plan &&
    price.billing_scheme === 'per_unit' &&
    price.transform_quantity === null &&
    recurring?.interval === PLAN_PERIOD[plan] &&
    recurring.interval_count === 1 &&
    recurring.usage_type === 'licensed' &&
    (typeof product === 'string' || (!product.deleted && product.active))
  )
}

/** Currencies in which the price has no whole amount are left out. */
function factsOf(price: Stripe.Price) {
  const { id, currency, unit_amount, tax_behavior, currency_options } = price
  const options = { [currency]: { unit_amount, tax_behavior }, ...currency_options }
  const amounts: PlanPrice['amounts'] = {}
  for (const [name, { unit_amount: amount, tax_behavior }] of Object.entries(options).toSorted(byName))
    if (amount) amounts[name] = { amount, inclusive: tax_behavior === 'inclusive' }
  if (Object.keys(amounts).length === 0) return NOT_SOLD
  return { price_id: id, currency, amounts: JSON.stringify(amounts), trial_days: trialDaysOf(price) }
}

const byName = ([one]: [string, unknown], [other]: [string, unknown]) => (one < other ? -1 : 1)
