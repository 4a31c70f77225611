import type { Locale } from '../../strings.ts'
import { type LibraryTexts, libraryEn } from './en.ts'
import { libraryJa } from './ja.ts'

export function libraryTexts(locale: Locale): LibraryTexts {
  return locale === 'ja' ? libraryJa : libraryEn
}
