import { type MemberTexts, memberEn } from './member.en.ts'
import { memberJa } from './member.ja.ts'
import type { Locale } from './strings.ts'

/** Separate, since only member pages load them in the browser. */
export function memberTexts(locale: Locale): MemberTexts {
  return locale === 'ja' ? memberJa : memberEn
}
