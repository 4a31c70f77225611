import type { Locale } from '../strings.ts'
import { type SetupTexts, setupEn } from './en.ts'
import { setupJa } from './ja.ts'

export function setupTexts(locale: Locale): SetupTexts {
  return locale === 'ja' ? setupJa : setupEn
}
