import type { Locale } from '../strings.ts'
import { type BoardsTexts, boardsEn } from './en.ts'
import { boardsJa } from './ja.ts'

/** Separate, since only those who keep collections load them. */
export function boardsTexts(locale: Locale): BoardsTexts {
  return locale === 'ja' ? boardsJa : boardsEn
}
