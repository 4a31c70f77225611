import type { LinkItem, SitemapItem } from '@astrojs/sitemap'
import { LOCALES, type Locale, localePath, type SitePath } from '#domain/address/locale-path.ts'
import { type ShownLanguages, shownPath } from '#domain/shop/languages.ts'

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

/** Entries of the languages that the shop shows. */
export function* inLanguages<Entry extends { url: string }>(
  entries: Iterable<Entry>,
  shown: ShownLanguages,
): Iterable<Entry> {
  for (const entry of entries) {
    if (shown === 'both') yield entry
    else if (!shownPath(shown, new URL(entry.url).pathname)) yield { ...entry, links: [] }
  }
}
