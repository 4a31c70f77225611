import type { Locale } from '../strings.ts'
import { type FactorTexts, factorEn } from './en.ts'
import { factorJa } from './ja.ts'

/** Separate, since only people with a second factor load them. */
export function factorTexts(locale: Locale): FactorTexts {
  return locale === 'ja' ? factorJa : factorEn
}
