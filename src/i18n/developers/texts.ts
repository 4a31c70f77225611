import type { Locale } from '../strings.ts'
import { type DevelopersTexts, developersEn } from './en.ts'
import { developersJa } from './ja.ts'

const byLocale: Record<Locale, DevelopersTexts> = { en: developersEn, ja: developersJa }

export const developersTexts = (locale: Locale): DevelopersTexts => byLocale[locale]
