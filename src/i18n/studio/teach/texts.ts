import type { Locale } from '#domain/address/locale-path.ts'
import { teachEn } from './en.ts'
import { teachJa } from './ja.ts'

/** What the operator teaches search. */
export const teachTexts = (locale: Locale) => (locale === 'ja' ? teachJa : teachEn)
