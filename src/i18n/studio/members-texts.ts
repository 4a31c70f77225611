import type { Locale } from '../strings.ts'
import { type MembersTexts, membersEn } from './members.en.ts'
import { membersJa } from './members.ja.ts'

export function membersTexts(locale: Locale): MembersTexts {
  return locale === 'ja' ? membersJa : membersEn
}
