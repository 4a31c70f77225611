import type { Locale } from '../strings.ts'
import { type TestersTexts, testersEn } from './testers.en.ts'
import { testersJa } from './testers.ja.ts'

export type { TestersTexts }

export function testersTexts(locale: Locale): TestersTexts {
  return locale === 'ja' ? testersJa : testersEn
}
