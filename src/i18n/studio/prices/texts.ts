import type { Locale } from '../../strings.ts'
import { type PricesTexts, pricesEn } from './en.ts'
import { pricesJa } from './ja.ts'

export function pricesTexts(locale: Locale): PricesTexts {
  return locale === 'ja' ? pricesJa : pricesEn
}
