import { localePath } from '#domain/address/locale-path.ts'
import { PRIVATE_PAGES } from './private-pages.ts'

/** Posters and watermarked films below `/media/` stay open: search engines show them. oEmbed is for other sites. */
const CLOSED = ['/api/', '/media/full/']
const OPEN = ['/api/oembed']

/** `robots.txt` of a site, by RFC 9309: of two rules that fit, the longer one counts. */
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
