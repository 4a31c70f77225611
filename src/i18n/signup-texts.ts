import { signupJa } from './signup-ja.ts'
import type { Locale } from './strings.ts'

const signupEn = {
  errorTitle: 'Error',
  successTitle: 'Success!',
  invalidUrl: 'Error: The url is invalid. Please reach out.',
  failed: 'Failed to upgrade to early adopter. Please reach out.',
  done: (site: string) => `You're now signed up for ${site} early tester. Start browsing for downloads!`,
  play: (title: string) => `Play: ${title}`,
  pause: (title: string) => `Pause: ${title}`,
  withoutScript: 'Joining needs JavaScript. Please turn it on in your browser.',
}

export type SignupTexts = typeof signupEn

/** Separate, since only the landing pages need them. */
export function signupTexts(locale: Locale): SignupTexts {
  return locale === 'ja' ? signupJa : signupEn
}
