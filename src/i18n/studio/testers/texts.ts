import type { Locale } from '../../strings.ts'
import { type TestersTexts, testersEn } from './en.ts'
import { testersJa } from './ja.ts'

export type { TestersTexts }

export function testersTexts(locale: Locale): TestersTexts {
  return locale === 'ja' ? testersJa : testersEn
}
