import { hash } from 'node:crypto'

const STYLE = /<style[^>]*>(.*?)<\/style>/gs
const STYLE_DIGESTS = /(?<=style-src [^;]*) 'sha256-[\w+/=]+'/g

/**
 * A page's content security policy with the digests of its own styles only. Astro lists those of all pages, 2 kB per
 * answer; nginx accepts only 4 kB of headers by default.
 */
export function withOwnStyles(policy: string, html: Buffer): string {
  const own = new Set<string>()
  for (const [, css = ''] of html.toString('latin1').matchAll(STYLE))
    own.add(` 'sha256-${hash('sha256', Buffer.from(css, 'latin1'), 'base64')}'`)
  return policy.replace(STYLE_DIGESTS, (digest) => (own.has(digest) ? digest : ''))
}
