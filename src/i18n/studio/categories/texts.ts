import type { Locale } from '../../strings.ts'
import { type CategoriesTexts, categoriesEn } from './en.ts'
import { categoriesJa } from './ja.ts'

export type { CategoriesTexts }

export function categoriesTexts(locale: Locale): CategoriesTexts {
  return locale === 'ja' ? categoriesJa : categoriesEn
}
