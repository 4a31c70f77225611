import type { Locale } from '../../strings.ts'
import { type SheetsTexts, sheetsEn } from './en.ts'
import { sheetsJa } from './ja.ts'

export function sheetsTexts(locale: Locale): SheetsTexts {
  return locale === 'ja' ? sheetsJa : sheetsEn
}
