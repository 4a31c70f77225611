import type { Locale } from '../strings.ts'
import { type BillingTexts, billingEn } from './en.ts'
import { billingJa } from './ja.ts'

export type { BillingTexts }

/** Separate, since only pages about payments need them. */
export function billingTexts(locale: Locale): BillingTexts {
  return locale === 'ja' ? billingJa : billingEn
}
