import { billingEn } from './billing-en.ts'
import { billingJa } from './billing-ja.ts'
import type { Locale } from './strings.ts'

export type BillingTexts = typeof billingEn

/** Apart from the other texts, since only the pages about money need them. */
export function billingTexts(locale: Locale): BillingTexts {
  return locale === 'ja' ? billingJa : billingEn
}
