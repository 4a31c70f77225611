import { type Locale, localePath, type SitePath } from '../address/locale-path.ts'

/** Where a link of the shop's own leads: a page of this site in the language, or an address elsewhere. */
export const ownHref = (locale: Locale, href: string): string =>
  href.startsWith('/') ? localePath(locale, href as SitePath) : href
