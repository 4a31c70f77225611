import type { Locale } from '../../strings.ts'
import { type UploadsTexts, uploadsEn } from './en.ts'
import { uploadsJa } from './ja.ts'

export function uploadsTexts(locale: Locale): UploadsTexts {
  return locale === 'ja' ? uploadsJa : uploadsEn
}
