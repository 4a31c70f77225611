import type { Locale } from '../../strings.ts'
import { type PrivacyTexts, privacyEn } from './en.ts'
import { privacyJa } from './ja.ts'

export function privacyTexts(locale: Locale): PrivacyTexts {
  return locale === 'ja' ? privacyJa : privacyEn
}
