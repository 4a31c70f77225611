import type Stripe from 'stripe'
import { AppError } from '#contract/errors.ts'
import { PLAN_PRICES, PLANS, type Plan } from '#domain/membership/price.ts'

const CACHE_MS = 5 * 60 * 1000
const CENTS = 100

/** The ids of the plans' prices at Stripe, found by lookup key and cached for 5 minutes. */
export class PlanPrices {
  readonly #stripe: () => Promise<Stripe>
  #cached: { at: number; ids: Map<string, string> } | undefined

  constructor(stripe: () => Promise<Stripe>) {
    this.#stripe = stripe
  }

  /** @throws AppError('paymentFailed') when Stripe has no such price, or a different one than our pages show */
  async idOf(plan: Plan, now: Date): Promise<string> {
    if (!this.#cached || now.getTime() - this.#cached.at > CACHE_MS) {
      const stripe = await this.#stripe()
      const { data } = await stripe.prices.list({ lookup_keys: [...PLANS], active: true })
      this.#cached = { at: now.getTime(), ids: new Map(data.filter(isAsShown).map(keyAndId)) }
    }
    const id = this.#cached.ids.get(plan)
    if (id) return id
    this.#cached = undefined
    const { billed, period } = PLAN_PRICES[plan]
    const what = `active price of ${billed} USD a ${period} with the lookup key ${plan}`
    throw new AppError('paymentFailed', '', { cause: new Error(`Stripe has no ${what}`) })
  }
}

function keyAndId({ lookup_key, id }: Stripe.Price): [string, string] {
  return [lookup_key ?? '', id]
}

/** Whether Stripe would charge what our pages show. */
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
