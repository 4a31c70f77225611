import type { Locale } from '../strings.ts'
import { type UploadsTexts, uploadsEn } from './uploads.en.ts'
import { uploadsJa } from './uploads.ja.ts'

export function uploadsTexts(locale: Locale): UploadsTexts {
  return locale === 'ja' ? uploadsJa : uploadsEn
}
