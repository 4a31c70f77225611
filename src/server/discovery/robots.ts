import { localePath } from '#domain/address/locale-path.ts'

/**
 * Search engines show posters and watermarked films, so the rest of `/media/` stays open; other sites use oEmbed,
 * programs the document of the API.
 */
const CLOSED = ['/api/', '/media/full/', '/media/made/']
const OPEN = ['/api/oembed', '/api/openapi.json']

/** The site's `robots.txt` (RFC 9309: of two matching rules the longer one wins). */
export function robotsText(site: URL): string {
  const pages = PRIVATE_PAGES.flatMap((page) => [page, localePath('ja', page)])
  return [
    'User-agent: *',
    ...OPEN.map((path) => `Allow: ${path}`),
    ...[...CLOSED, ...pages].map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${new URL('/sitemap.xml', site)}`,
    '',
  ].join('\n')
}

/** Path prefixes of personal and admin pages, which search engines must not list. */
const PRIVATE_PAGES = [
  '/account',
  '/admin/',
  '/collections',
  '/curated-make',
  '/licence/',
  '/likes',
  '/paysuccess',
  '/promo-make',
  '/reset-password',
  '/studio',
  '/verify-email',
] as const

/** Whether a path, with or without a language, is private. */
export function isPrivatePage(path: string): boolean {
  return PRIVATE_PAGES.some((page) => path.startsWith(page) || path.startsWith(localePath('ja', page)))
}
