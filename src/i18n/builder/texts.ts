import type { Locale } from '../strings.ts'
import { type BuilderTexts, builderEn } from './en.ts'
import { builderJa } from './ja.ts'

export type { BuilderTexts }

/** Separate, since only the builders load them in the browser. */
export function builderTexts(locale: Locale): BuilderTexts {
  return locale === 'ja' ? builderJa : builderEn
}
