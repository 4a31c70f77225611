import { type Locale, localeOf, localePath, type SitePath } from '#domain/address/locale-path.ts'

/** Locale of this page. Browser only. */
export function pageLocale(): Locale {
  return localeOf(location.pathname)
}

/** A link in this page's language. Browser only. */
export function localizedLink(path: SitePath): SitePath {
  return localePath(pageLocale(), path)
}
