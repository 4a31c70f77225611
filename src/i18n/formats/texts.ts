import type { Locale } from '../strings.ts'
import { type FormatsTexts, formatsEn } from './en.ts'
import { formatsJa } from './ja.ts'

/** Separate, since only those who open the menu of formats load them. */
export function formatsTexts(locale: Locale): FormatsTexts {
  return locale === 'ja' ? formatsJa : formatsEn
}
