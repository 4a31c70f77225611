export const PLANS = ['pro_monthly', 'pro_yearly'] as const

/** Also the lookup key of the price at Stripe. */
export type Plan = (typeof PLANS)[number]

export const PLAN_PERIOD: Record<Plan, 'month' | 'year'> = { pro_monthly: 'month', pro_yearly: 'year' }

/** What is sold in one currency. */
export interface Offer {
  /** Such as `usd`. */
  currency: string
  /** What a period costs, in the currency's smallest unit; a plan that is not sold in it is missing. */
  amounts: Partial<Record<Plan, number>>
  /** Whether taxes come on top of these amounts. */
  taxed: boolean
  /** Free days of each plan that has some, for who was never a member. */
  trials?: Partial<Record<Plan, number>> | undefined
}

/** The yen has to be shown to Japanese readers, with the tax in it. */
const CURRENCY_OF: Partial<Record<string, string>> = { ja: 'jpy' }

/**
 * The offer that a page shows: in the wished currency, else that of its language, else the first one. Undefined if
 * nothing is sold.
 */
export function offerFor(offers: readonly Offer[], locale: string, wish?: string): Offer | undefined {
  const of = (currency: string | undefined) => offers.find((offer) => offer.currency === currency)
  return of(wish) ?? of(CURRENCY_OF[locale]) ?? offers[0]
}

/** A month of a plan, rounded to the smallest unit. */
export function perMonth(plan: Plan, amount: number): number {
  return PLAN_PERIOD[plan] === 'year' ? Math.round(amount / 12) : amount
}

/** As Stripe's price has it in its metadata. */
export const MAX_TRIAL_DAYS = 365

export const MAX_REFERRAL_LENGTH = 64
