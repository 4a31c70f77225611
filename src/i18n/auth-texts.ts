import { type AuthTexts, authEn } from './auth.en.ts'
import { authJa } from './auth.ja.ts'
import type { Locale } from './strings.ts'

export type { AuthTexts }

/** Separate, since the browser loads the dialog only on demand. */
export function authTexts(locale: Locale): AuthTexts {
  return locale === 'ja' ? authJa : authEn
}
