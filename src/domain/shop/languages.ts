import {
  LOCALES,
  type Locale,
  localeOf,
  localePath,
  type SitePath,
  withoutLocale,
} from '../address/locale-path.ts'

export type ShownLanguages = 'both' | Locale

/** Files and calls, which have no language. */
const WITHOUT_LANGUAGE =
  /^\/(?:(?:api|media|_astro|\.well-known)\/|(?:robots\.txt|sitemap[\w-]*\.xml(?:\.gz)?|site\.webmanifest|favicon\.\w+|card\.png)$)/
/** The people who run the shop choose for themselves. */
const STUDIO = /^(?:\/ja)?\/studio(?:\/|$)/

/** Languages that the shop shows. */
export const languagesOf = (shown: ShownLanguages): readonly Locale[] =>
  shown === 'both' ? LOCALES : [shown]

/** Where an address of a language that is not shown leads; undefined for all others. */
export function shownPath(shown: ShownLanguages, path: string): SitePath | undefined {
  if (shown === 'both' || localeOf(path) === shown) return undefined
  if (WITHOUT_LANGUAGE.test(path) || STUDIO.test(path)) return undefined
  return localePath(shown, withoutLocale(path))
}
