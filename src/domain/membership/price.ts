export const PLANS = ['pro_monthly', 'pro_yearly'] as const
/** Also the lookup key of the price at Stripe. */
export type Plan = (typeof PLANS)[number]

/** US dollars: per month, and billed per period. */
export const PLAN_PRICES: Record<Plan, { perMonth: number; billed: number; period: 'month' | 'year' }> = {
  pro_monthly: { perMonth: 29, billed: 29, period: 'month' },
  pro_yearly: { perMonth: 22, billed: 264, period: 'year' },
}

export const MAX_REFERRAL_LENGTH = 64
