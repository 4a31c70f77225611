import type { Locale } from '../../strings.ts'
import { type MembersTexts, membersEn } from './en.ts'
import { membersJa } from './ja.ts'

export function membersTexts(locale: Locale): MembersTexts {
  return locale === 'ja' ? membersJa : membersEn
}
