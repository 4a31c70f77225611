import type Stripe from 'stripe'
import { AppError } from '#contract/errors.ts'
import { PLAN_PRICES, PLANS, type Plan } from '#domain/membership/price.ts'

const KEPT_MS = 5 * 60 * 1000
const CENTS = 100

/** The plans' prices at Stripe, found by lookup key and remembered for some minutes. */
export class PlanPrices {
  readonly #stripe: () => Promise<Stripe>
  #kept: { at: number; ids: Map<string, string> } | undefined

  constructor(stripe: () => Promise<Stripe>) {
    this.#stripe = stripe
  }

  /** @throws AppError('paymentFailed') where Stripe has no such price, or another than the pages say */
  async idOf(plan: Plan, now: Date): Promise<string> {
    if (!this.#kept || now.getTime() - this.#kept.at > KEPT_MS) {
      const stripe = await this.#stripe()
      const { data } = await stripe.prices.list({ lookup_keys: [...PLANS], active: true })
      this.#kept = { at: now.getTime(), ids: new Map(data.filter(isAsShown).map(keyAndId)) }
    }
    const id = this.#kept.ids.get(plan)
    if (id) return id
    this.#kept = undefined
    const { billed, period } = PLAN_PRICES[plan]
    const what = `an active price of ${billed} USD a ${period} with the lookup key ${plan}`
    throw new AppError('paymentFailed', '', { cause: new Error(`Stripe has not got ${what}`) })
  }
}

function keyAndId({ lookup_key, id }: Stripe.Price): [string, string] {
  return [lookup_key ?? '', id]
}

/** Whether Stripe would take what the pages say. */
function isAsShown({ lookup_key, unit_amount, currency, recurring }: Stripe.Price): boolean {
  const plan = PLANS.find((each) => each === lookup_key)
  if (!plan) return false
  const { billed, period } = PLAN_PRICES[plan]
  return (
    unit_amount === billed * CENTS &&
    currency === 'usd' &&
    recurring?.interval === period &&
    recurring.interval_count === 1
  )
}
