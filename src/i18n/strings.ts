import type { Locale } from '#domain/address/locale-path.ts'
import { en, type Strings } from './en.ts'
import { ja } from './ja.ts'

export type { Locale, Strings }

const byLocale: Record<Locale, Strings> = { en, ja }

/** The interface's texts in a language; both sides are complete, or the build fails. */
export function strings(locale: Locale): Strings {
  return byLocale[locale]
}
