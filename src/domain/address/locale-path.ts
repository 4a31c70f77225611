/** The languages of the interface. The first stands at plain addresses, the other below its prefix. */
export const LOCALES = ['en', 'ja'] as const
export type Locale = (typeof LOCALES)[number]

/** A path of this site, perhaps with a query and an anchor. */
export type SitePath = `/${string}`

/** The landing pages have an address of their own in each language. */
const LANDING: Record<Locale, SitePath> = { en: '/promo-signup', ja: '/promo-signup-jp' }
/** The API speaks in codes, media in pictures. */
const WITHOUT_LANGUAGE = /^\/(?:api|media)\//
const PREFIX = /^\/ja(?=[/?#]|$)/

/** The language of a page, by its address alone: a search for “ja” is no Japanese page. */
export function localeOf(path: string): Locale {
  return PREFIX.test(path) || isAt(LANDING.ja, path) ? 'ja' : 'en'
}

/** Where the page of a plain address stands in a language. */
export function localePath(locale: Locale, path: SitePath): SitePath {
  if (locale === 'en' || WITHOUT_LANGUAGE.test(path)) return path
  if (isAt(LANDING.en, path)) return `${LANDING.ja}${afterPath(path)}` as SitePath
  return `/ja${path.replace(/^\/(?=[?#]|$)/, '')}`
}

/** The plain address of a page, in whichever language it is. */
export function withoutLocale(path: string): SitePath {
  if (isAt(LANDING.ja, path)) return `${LANDING.en}${afterPath(path)}` as SitePath
  return path.replace(PREFIX, '').replace(/^(?!\/)/, '/') as SitePath
}

/** The one that a page links to beside its own. */
export function otherLocale(locale: Locale): Locale {
  return locale === 'ja' ? 'en' : 'ja'
}

const afterPath = (path: string) => path.replace(/^[^?#]*/, '')
const isAt = (page: SitePath, path: string) => path.replace(/[?#].*$/s, '') === page
