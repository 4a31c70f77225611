import { authEn } from './auth-en.ts'
import { authJa } from './auth-ja.ts'
import type { Locale } from './strings.ts'

export type AuthTexts = typeof authEn

/** Apart from the other texts, since the dialog is loaded by the browser only when somebody opens it. */
export function authTexts(locale: Locale): AuthTexts {
  return locale === 'ja' ? authJa : authEn
}
