import type { Locale } from '../strings.ts'
import { type PricesTexts, pricesEn } from './prices.en.ts'
import { pricesJa } from './prices.ja.ts'

export function pricesTexts(locale: Locale): PricesTexts {
  return locale === 'ja' ? pricesJa : pricesEn
}
