import type { Locale } from '../strings.ts'
import { type ContactTexts, contactEn } from './en.ts'
import { contactJa } from './ja.ts'

export type { ContactTexts }

/** Separate, since only the contact page needs them. */
export function contactTexts(locale: Locale): ContactTexts {
  return locale === 'ja' ? contactJa : contactEn
}
