import type { Locale } from '../strings.ts'
import { type ProposalsTexts, proposalsEn } from './proposals.en.ts'
import { proposalsJa } from './proposals.ja.ts'

export function proposalsTexts(locale: Locale): ProposalsTexts {
  return locale === 'ja' ? proposalsJa : proposalsEn
}
