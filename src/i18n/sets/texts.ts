import type { Locale } from '../strings.ts'
import { type SetsTexts, setsEn } from './en.ts'
import { setsJa } from './ja.ts'

export type { SetsTexts }

/** Separate, since only pages of sets load them in the browser. */
export function setsTexts(locale: Locale): SetsTexts {
  return locale === 'ja' ? setsJa : setsEn
}
