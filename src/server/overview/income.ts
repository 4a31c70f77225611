import type { Selectable } from 'kysely'
import { isLive } from '#domain/membership/membership.ts'
import { PLAN_PERIOD, type Plan } from '#domain/membership/price.ts'
import type { Database } from '#server/db/schema.ts'

export type Subscription = Pick<
  Selectable<Database['subscriptions']>,
  | ('status' | 'plan' | 'past_due_since' | 'cancel_at_period_end')
  | ('cancel_at' | 'amount' | 'currency' | 'end_reason')
>

export interface Income {
  /** Per month, by currency. */
  income: { currency: string; amount: number }[]
  unpriced: number
  /** Cancelled, and still running. */
  ending: number
}

/**
 * Monthly income from live subscriptions. One that ends is not charged again, and a trial not yet, so neither counts; a
 * yearly amount is divided by twelve, rounded once per currency.
 */
export function incomeOf(subscriptions: readonly Subscription[], now: Date): Income {
  const live = subscriptions.filter(
    ({ status, past_due_since, end_reason }) =>
      end_reason === null && isLive({ status, past_due_since }, now),
  )
  const isEnding = (one: Subscription) => one.cancel_at_period_end === 1 || one.cancel_at !== null
  const charged = live.filter((one) => !isEnding(one) && one.status !== 'trialing')
  const sums = new Map<string, number>()
  for (const { plan, amount, currency } of charged)
    if (amount !== null && currency !== null)
      sums.set(currency, (sums.get(currency) ?? 0) + amount / monthsOf(plan))
  return {
    income: [...sums]
      .map(([currency, amount]) => ({ currency, amount: Math.round(amount) }))
      .toSorted((one, other) => one.currency.localeCompare(other.currency)),
    unpriced: charged.filter(({ amount, currency }) => amount === null || currency === null).length,
    ending: live.filter(isEnding).length,
  }
}

function monthsOf(plan: string): number {
  return PLAN_PERIOD[plan as Plan] === 'year' ? 12 : 1
}
