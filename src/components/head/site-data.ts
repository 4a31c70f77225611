import type { Organization, SearchAction, WebSite, WithActionConstraints } from 'schema-dts'
import { type Locale, localePath, type SitePath } from '#domain/address/locale-path.ts'
import { picturePath } from '#domain/shop/picture-name.ts'

/** Name, URL and pictures, from `deps.site`. */
export interface SiteIdentity {
  name: string
  url: URL
  shop: { identity: { logo: string; icon: string }; links: { accounts: readonly { href: string }[] } }
}

/** Not parsed: a list's page has a hundred of them. */
export const absolute = (site: SiteIdentity, path: SitePath): string => site.url.origin + path

/** The operator as an Organization, with the same id on every page. */
export function organization(site: SiteIdentity) {
  const { logo, icon } = site.shop.identity
  const { accounts } = site.shop.links
  return {
    '@type': 'Organization',
    '@id': absolute(site, '/#organization'),
    name: site.name,
    url: absolute(site, '/'),
    logo: absolute(site, logo || icon ? picturePath(logo || icon) : '/favicon.svg'),
    ...(accounts.length > 0 && { sameAs: accounts.map(({ href }) => href) }),
  } satisfies Organization
}

/** The site as a WebSite with its search. */
export function webSite(
  site: SiteIdentity,
  { locale, description }: { locale: Locale; description: string },
) {
  const search: WithActionConstraints<SearchAction> = {
    '@type': 'SearchAction',
    target: {
      '@type': 'EntryPoint',
      urlTemplate: `${absolute(site, localePath(locale, '/s'))}?q={search_term_string}`,
    },
    'query-input': 'required name=search_term_string',
  }
  return {
    '@type': 'WebSite',
    '@id': absolute(site, localePath(locale, '/#website')),
    name: site.name,
    description,
    url: absolute(site, localePath(locale, '/')),
    inLanguage: locale,
    publisher: { '@id': absolute(site, '/#organization') },
    potentialAction: search,
  } satisfies WebSite
}
