import type { BreadcrumbList, ItemList } from 'schema-dts'
import type { TileSource } from '#contract/clips/clips.ts'
import { type Locale, localePath, type SitePath } from '#domain/address/locale-path.ts'
import { posterImage } from './shared-image.ts'
import { absolute, type SiteIdentity } from './site-data.ts'

interface Crumb {
  name: string
  /** Path without a locale. */
  path: SitePath
}

/** Breadcrumbs from home; the last item is the page itself. */
export function breadcrumbs(
  site: SiteIdentity,
  { locale, crumbs }: { locale: Locale; crumbs: readonly Crumb[] },
) {
  const way = [{ name: site.name, path: '/' as SitePath }, ...crumbs]
  return {
    '@type': 'BreadcrumbList',
    itemListElement: way.map(({ name, path }, index) => ({
      '@type': 'ListItem' as const,
      position: index + 1,
      name,
      item: absolute(site, localePath(locale, path)),
    })),
  } satisfies BreadcrumbList
}

/** The clips of a list's page, in order. */
export function clipList(
  site: SiteIdentity,
  {
    locale,
    name,
    page,
  }: { locale: Locale; name: string; page: { sources: readonly TileSource[]; offset: number } },
) {
  return {
    '@type': 'ItemList',
    name,
    numberOfItems: page.sources.length,
    itemListElement: page.sources.map((source, index) => ({
      '@type': 'ListItem' as const,
      position: page.offset + index + 1,
      url: absolute(site, localePath(locale, `/m/${source.id}`)),
      name: (locale === 'ja' && source.title_ja) || source.title,
      image: absolute(site, posterImage(source, '').path),
    })),
  } satisfies ItemList
}
