import type { Locale } from '../../strings.ts'
import { type ShopTexts, shopEn } from './en.ts'
import { shopJa } from './ja.ts'

export function shopTexts(locale: Locale): ShopTexts {
  return locale === 'ja' ? shopJa : shopEn
}
