import { writeFile } from 'node:fs/promises'
import type { AstroIntegration } from 'astro'
import { type SitePath, withoutLocale } from '#domain/address/locale-path.ts'
import { PRIVATE_PAGES } from './robots.ts'

/** Errors, and a page for invited people: it is `noindex`, and robots.txt must let search engines read that. */
const UNLISTED: readonly SitePath[] = ['/404', '/429', '/500', '/promo-signup']

/** File of the list, in `dist/server`. */
export const PAGE_LIST = 'pages.json'

/** Lists the static pages for the sitemap at build time, so that new pages are in it by themselves. */
export function listStaticPages(): AstroIntegration {
  let paths: SitePath[] = []
  return {
    name: 'nagare:static-pages',
    hooks: {
      'astro:routes:resolved': ({ routes }) => {
        const pages = routes.flatMap(({ type, pathname }) => (type === 'page' && pathname) || [])
        const isPrivate = (path: SitePath) => PRIVATE_PAGES.some((page) => path.startsWith(page))
        const listed = pages.map(withoutLocale).filter((path) => !isPrivate(path) && !UNLISTED.includes(path))
        paths = [...new Set(listed)].sort()
      },
      'astro:build:done': ({ dir }) =>
        writeFile(new URL(`../server/${PAGE_LIST}`, dir), JSON.stringify(paths)),
    },
  }
}
