import sitemap, { type SitemapItem } from '@astrojs/sitemap'
import type { AstroIntegration } from 'astro'
import { SETUP, withoutLocale } from '#domain/address/locale-path.ts'
import { isPrivatePage } from './robots.ts'
import { alternates } from './sitemap-entry.ts'

/** Placeholder in the build's list; the server, which knows the site's address, replaces it. */
const PLACEHOLDER = 'https://site.invalid'

/** The landing page is for invited people, and `noindex`; the library leaves out only 404 and 500. */
const UNLISTED: string[] = ['/promo-signup', '/429', SETUP]
const isListed = (path: string) =>
  !isPrivatePage(path) && !UNLISTED.includes(withoutLocale(path.replace(/\/$/, '')))

/** Lists the static pages for the sitemap at build time, in `dist/server`, so that new pages are in it by themselves. */
export function listStaticPages(): AstroIntegration {
  const { hooks } = sitemap({
    filenameBase: 'pages',
    filter: (page) => isListed(new URL(page).pathname),
    i18n: { defaultLocale: 'en', locales: { en: 'en', ja: 'ja' } },
    serialize: withAlternates,
    namespaces: { news: false, image: false, video: false },
  })
  return {
    name: 'nagare:static-pages',
    hooks: {
      'astro:routes:resolved': hooks['astro:routes:resolved'],
      'astro:config:done': (options) =>
        hooks['astro:config:done']?.({ ...options, config: { ...options.config, site: PLACEHOLDER } }),
      'astro:build:done': (options) =>
        hooks['astro:build:done']?.({ ...options, dir: new URL('../server/', options.dir) }),
    },
  }
}

function withAlternates(page: SitemapItem): SitemapItem {
  const [en, ja] = ['en', 'ja'].map((lang) => page.links?.find((link) => link.lang === lang)?.url)
  return en && ja ? { ...page, links: alternates([en, ja]) } : page
}
