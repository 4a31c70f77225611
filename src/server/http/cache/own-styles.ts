import { hash } from 'node:crypto'

const STYLE = /<style[^>]*>(.*?)<\/style>/gs
const STYLE_DIGESTS = /(?<=style-src [^;]*) 'sha256-[\w+/=]+'/g

/**
 * A page's content security policy with the digests of its own styles alone. Astro names those of all pages, 2 kB with
 * each answer; nginx takes 4 kB of headers unless told.
 */
export function withOwnStyles(policy: string, html: Buffer): string {
  const own = new Set<string>()
  for (const [, css = ''] of html.toString('latin1').matchAll(STYLE))
    own.add(` 'sha256-${hash('sha256', Buffer.from(css, 'latin1'), 'base64')}'`)
  return policy.replace(STYLE_DIGESTS, (digest) => (own.has(digest) ? digest : ''))
}
