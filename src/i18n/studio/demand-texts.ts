import type { Locale } from '../strings.ts'
import { type DemandTexts, demandEn } from './demand.en.ts'
import { demandJa } from './demand.ja.ts'

export function demandTexts(locale: Locale): DemandTexts {
  return locale === 'ja' ? demandJa : demandEn
}
