import type { Locale } from '../strings.ts'
import { type SheetsTexts, sheetsEn } from './sheets.en.ts'
import { sheetsJa } from './sheets.ja.ts'

export function sheetsTexts(locale: Locale): SheetsTexts {
  return locale === 'ja' ? sheetsJa : sheetsEn
}
