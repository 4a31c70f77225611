import type { Locale } from '../strings.ts'
import { type PrivacyTexts, privacyEn } from './privacy.en.ts'
import { privacyJa } from './privacy.ja.ts'

export function privacyTexts(locale: Locale): PrivacyTexts {
  return locale === 'ja' ? privacyJa : privacyEn
}
