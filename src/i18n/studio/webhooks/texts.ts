import type { Locale } from '../../strings.ts'
import { webhooksEn } from './en.ts'
import { webhooksJa } from './ja.ts'

export const webhooksTexts = (locale: Locale) => (locale === 'ja' ? webhooksJa : webhooksEn)
