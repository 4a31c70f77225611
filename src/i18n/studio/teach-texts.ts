import type { Locale } from '#domain/address/locale-path.ts'
import { teachEn } from './teach.en.ts'
import { teachJa } from './teach.ja.ts'

/** What the operator teaches search. */
export const teachTexts = (locale: Locale) => (locale === 'ja' ? teachJa : teachEn)
