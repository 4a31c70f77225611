import type { Locale } from '../../strings.ts'
import { type DemandTexts, demandEn } from './en.ts'
import { demandJa } from './ja.ts'

export function demandTexts(locale: Locale): DemandTexts {
  return locale === 'ja' ? demandJa : demandEn
}
