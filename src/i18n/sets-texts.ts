import { type SetsTexts, setsEn } from './sets.en.ts'
import { setsJa } from './sets.ja.ts'
import type { Locale } from './strings.ts'

export type { SetsTexts }

/** Separate, since only pages of sets load them in the browser. */
export function setsTexts(locale: Locale): SetsTexts {
  return locale === 'ja' ? setsJa : setsEn
}
