import type { Locale } from '../strings.ts'
import { type RelinkTexts, relinkEn } from './en.ts'
import { relinkJa } from './ja.ts'

/** Separate, since only the page for relinking needs them. */
export function relinkTexts(locale: Locale): RelinkTexts {
  return locale === 'ja' ? relinkJa : relinkEn
}
