import type { Locale } from '#domain/address/locale-path.ts'
import { en, type Strings } from './en.ts'
import { ja } from './ja.ts'

export type { Locale, Strings }

const byLocale: Record<Locale, Strings> = { en, ja }

/** Texts of the interface. A key that one language lacks does not compile. */
export function strings(locale: Locale): Strings {
  return byLocale[locale]
}
