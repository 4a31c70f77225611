import { type ContactTexts, contactEn } from './contact.en.ts'
import { contactJa } from './contact.ja.ts'
import type { Locale } from './strings.ts'

export type { ContactTexts }

/** Separate, since only the contact page needs them. */
export function contactTexts(locale: Locale): ContactTexts {
  return locale === 'ja' ? contactJa : contactEn
}
