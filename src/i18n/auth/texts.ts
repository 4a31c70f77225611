import type { Locale } from '../strings.ts'
import { type AuthTexts, authEn } from './en.ts'
import { authJa } from './ja.ts'

export type { AuthTexts }

/** Separate, since the browser loads the dialog only on demand. */
export function authTexts(locale: Locale): AuthTexts {
  return locale === 'ja' ? authJa : authEn
}
