import type { Locale } from '../strings.ts'
import { type OverviewTexts, overviewEn } from './overview.en.ts'
import { overviewJa } from './overview.ja.ts'

export function overviewTexts(locale: Locale): OverviewTexts {
  return locale === 'ja' ? overviewJa : overviewEn
}
