import { type BillingTexts, billingEn } from './billing.en.ts'
import { billingJa } from './billing.ja.ts'
import type { Locale } from './strings.ts'

export type { BillingTexts }

/** Separate, since only pages about payments need them. */
export function billingTexts(locale: Locale): BillingTexts {
  return locale === 'ja' ? billingJa : billingEn
}
