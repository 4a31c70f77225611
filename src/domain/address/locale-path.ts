/** Languages of the interface. English has plain paths, Japanese the prefix `/ja`. */
export const LOCALES = ['en', 'ja'] as const
export type Locale = (typeof LOCALES)[number]

/** A path on this site, with optional query and anchor. */
export type SitePath = `/${string}`

/** The landing pages have a path of their own per language. */
const LANDING: Record<Locale, SitePath> = { en: '/promo-signup', ja: '/promo-signup-jp' }
/** Where a new shop is set up, and where agents ask, by MCP. */
export const SETUP: SitePath = '/setup'
export const AGENTS: SitePath = '/mcp'
const WITHOUT_LANGUAGE = /^\/(?:api|media)\//
const PREFIX = /^\/ja(?=[/?#]|$)/

/** The language of a page, by its first path segment only: `/s/ja` is an English search page. */
export function localeOf(path: string): Locale {
  return PREFIX.test(path) || isAt(LANDING.ja, path) ? 'ja' : 'en'
}

/** The path of a page in a language. */
export function localePath(locale: Locale, path: SitePath): SitePath {
  if (locale === 'en' || WITHOUT_LANGUAGE.test(path)) return path
  if (isAt(LANDING.en, path)) return `${LANDING.ja}${afterPath(path)}` as SitePath
  return `/ja${path.replace(/^\/(?=[?#]|$)/, '')}`
}

/** The plain path of a page in either language. */
export function withoutLocale(path: string): SitePath {
  if (isAt(LANDING.ja, path)) return `${LANDING.en}${afterPath(path)}` as SitePath
  return path.replace(PREFIX, '').replace(/^(?!\/)/, '/') as SitePath
}

export function otherLocale(locale: Locale): Locale {
  return locale === 'ja' ? 'en' : 'ja'
}

const afterPath = (path: string) => path.replace(/^[^?#]*/, '')
const isAt = (page: SitePath, path: string) => path.replace(/[?#].*$/s, '') === page
