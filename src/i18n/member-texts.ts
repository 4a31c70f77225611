import { memberEn } from './member-en.ts'
import { memberJa } from './member-ja.ts'
import type { Locale } from './strings.ts'

export type MemberTexts = typeof memberEn

/** Apart from the other texts, since only the pages of members load them in the browser. */
export function memberTexts(locale: Locale): MemberTexts {
  return locale === 'ja' ? memberJa : memberEn
}
