import sitemap, { type SitemapItem } from '@astrojs/sitemap'
import type { AstroIntegration } from 'astro'
import { isPrivatePage } from './private-pages.ts'
import { alternates } from './sitemap-entry.ts'

/** Stands in the build's list for the address of the site, which is known when the server starts. */
const SOMEWHERE = 'https://site.invalid'

/** The landing pages have addresses of their own in each language. */
const LANDING = ['/promo-signup', '/promo-signup-jp'].map((path) => `${SOMEWHERE}${path}`)

/**
 * Has the build list the pages that have one address, in both languages, for the sitemap: a page that is added is in it
 * without being named anywhere. The list is kept beside the server, which puts the site's address into it.
 */
export function listStaticPages(): AstroIntegration {
  const { hooks } = sitemap({
    filenameBase: 'pages',
    filter: (page) => !isPrivatePage(new URL(page).pathname),
    i18n: { defaultLocale: 'en', locales: { en: 'en', ja: 'ja' } },
    serialize: withAlternates,
    namespaces: { news: false, image: false, video: false },
  })
  return {
    name: 'nagare:static-pages',
    hooks: {
      'astro:routes:resolved': hooks['astro:routes:resolved'],
      'astro:config:done': (options) =>
        hooks['astro:config:done']?.({ ...options, config: { ...options.config, site: SOMEWHERE } }),
      'astro:build:done': (options) =>
        hooks['astro:build:done']?.({ ...options, dir: new URL('../server/', options.dir) }),
    },
  }
}

function withAlternates(page: SitemapItem): SitemapItem {
  if (LANDING.includes(page.url)) return { ...page, links: alternates(LANDING) }
  const [en, ja] = ['en', 'ja'].map((lang) => page.links?.find((link) => link.lang === lang)?.url)
  return en && ja ? { ...page, links: alternates([en, ja]) } : page
}
