import { type Locale, localeOf, localePath, type SitePath } from '#domain/address/locale-path.ts'

/** The language of this page. For the browser only, which knows the page's address. */
export function localeHere(): Locale {
  return localeOf(location.pathname)
}

/** Where a link on this page leads: to the same language. For the browser only, too. */
export function linkHere(path: SitePath): SitePath {
  return localePath(localeHere(), path)
}
