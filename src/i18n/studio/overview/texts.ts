import type { Locale } from '../../strings.ts'
import { type OverviewTexts, overviewEn } from './en.ts'
import { overviewJa } from './ja.ts'

export function overviewTexts(locale: Locale): OverviewTexts {
  return locale === 'ja' ? overviewJa : overviewEn
}
