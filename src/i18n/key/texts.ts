import type { Locale } from '../strings.ts'
import { type KeyTexts, keyEn } from './en.ts'
import { keyJa } from './ja.ts'

/** Separate, since only the account page's late panel loads them. */
export function keyTexts(locale: Locale): KeyTexts {
  return locale === 'ja' ? keyJa : keyEn
}
