import type { Locale } from '../strings.ts'
import { type SignupTexts, signupEn } from './en.ts'
import { signupJa } from './ja.ts'

export type { SignupTexts }

/** Separate, since only the landing pages need them. */
export function signupTexts(locale: Locale): SignupTexts {
  return locale === 'ja' ? signupJa : signupEn
}
