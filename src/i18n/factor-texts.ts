import { type FactorTexts, factorEn } from './factor.en.ts'
import { factorJa } from './factor.ja.ts'
import type { Locale } from './strings.ts'

/** Separate, since only people with a second factor load them. */
export function factorTexts(locale: Locale): FactorTexts {
  return locale === 'ja' ? factorJa : factorEn
}
