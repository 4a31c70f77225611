import { type SignupTexts, signupEn } from './signup.en.ts'
import { signupJa } from './signup.ja.ts'
import type { Locale } from './strings.ts'

export type { SignupTexts }

/** Separate, since only the landing pages need them. */
export function signupTexts(locale: Locale): SignupTexts {
  return locale === 'ja' ? signupJa : signupEn
}
