import type { Locale } from '../strings.ts'
import { type ShopTexts, shopEn } from './shop.en.ts'
import { shopJa } from './shop.ja.ts'

export function shopTexts(locale: Locale): ShopTexts {
  return locale === 'ja' ? shopJa : shopEn
}
