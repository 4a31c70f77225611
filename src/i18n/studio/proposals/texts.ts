import type { Locale } from '../../strings.ts'
import { type ProposalsTexts, proposalsEn } from './en.ts'
import { proposalsJa } from './ja.ts'

export function proposalsTexts(locale: Locale): ProposalsTexts {
  return locale === 'ja' ? proposalsJa : proposalsEn
}
