import { type BuilderTexts, builderEn } from './builder.en.ts'
import { builderJa } from './builder.ja.ts'
import type { Locale } from './strings.ts'

export type { BuilderTexts }

/** Separate, since only the builders load them in the browser. */
export function builderTexts(locale: Locale): BuilderTexts {
  return locale === 'ja' ? builderJa : builderEn
}
