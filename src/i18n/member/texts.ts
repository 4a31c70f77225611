import type { Locale } from '../strings.ts'
import { type MemberTexts, memberEn } from './en.ts'
import { memberJa } from './ja.ts'

/** Separate, since only member pages load them in the browser. */
export function memberTexts(locale: Locale): MemberTexts {
  return locale === 'ja' ? memberJa : memberEn
}
