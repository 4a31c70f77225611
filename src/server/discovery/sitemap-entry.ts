import type { LinkItem, SitemapItem } from '@astrojs/sitemap'
import { LOCALES, type Locale, localePath, type SitePath } from '#domain/address/locale-path.ts'

/** The two sitemap entries of a page, one a language, each naming both. */
export function bothLanguages<Extra extends object>(
  path: SitePath,
  site: URL,
  extra: (locale: Locale) => Extra,
): (Extra & Pick<SitemapItem, 'url' | 'links'>)[] {
  const urls = LOCALES.map((locale) => new URL(localePath(locale, path), site).href)
  const links = alternates(urls)
  return LOCALES.map((locale, index) => ({ url: urls[index]!, links, ...extra(locale) }))
}

/** Other languages get the English page. */
export function alternates([en = '', ja = '']: readonly string[]): LinkItem[] {
  return [
    { lang: 'en', url: en },
    { lang: 'ja', url: ja },
    { lang: 'x-default', url: en },
  ]
}
