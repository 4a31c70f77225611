import type { Locale } from '../strings.ts'
import { type LibraryTexts, libraryEn } from './library.en.ts'
import { libraryJa } from './library.ja.ts'

export function libraryTexts(locale: Locale): LibraryTexts {
  return locale === 'ja' ? libraryJa : libraryEn
}
