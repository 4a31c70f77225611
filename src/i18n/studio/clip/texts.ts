import type { Locale } from '../../strings.ts'
import { type ClipTexts, clipEn } from './en.ts'
import { clipJa } from './ja.ts'

export type { ClipTexts }

export function clipTexts(locale: Locale): ClipTexts {
  return locale === 'ja' ? clipJa : clipEn
}
