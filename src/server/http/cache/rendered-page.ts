import { NO_CONTENT_POLICY } from '#server/http/security-headers.ts'
import type { Rendered } from './captured-exchange.ts'
import { finish } from './finished.ts'
import type { KeepFor, RenderedPage } from './page-cache.ts'

/** Browsers ask again each time, and get a 304 while nothing has changed. */
const REVALIDATE = 'public, max-age=0, must-revalidate'
const UNKEPT = 'private, no-store'

/** Seconds; a clip may be published at an address that was asked for too early. */
const NOT_FOUND_AGE = 30

/** Said to the front alone, or set by it. */
const NOT_SENT = new Set([
  'cdn-cache-control',
  'cache-tag',
  'content-length',
  'content-encoding',
  'transfer-encoding',
  'connection',
  'etag',
  'vary',
  'x-request-id',
])

/** A page that other sites may frame says so by this header, with `cross-origin`. */
const SHARED = 'cross-origin-resource-policy'

/** Headers are sent in this spelling, which `finish` looks for too. */
const CONTENT_TYPE = 'content-type'

/** What Astro made, as an answer that can be kept, and whether it may be. */
export function renderedPage(rendered: Rendered): RenderedPage {
  const keep = keepFor(rendered)
  const validate = keep !== undefined
  const headers = headersOf(rendered, validate)
  return { finished: finish(rendered.status, { headers, body: rendered.body, validate }), keep }
}

function keepFor({ status, headers }: Rendered): KeepFor | undefined {
  const asked = headers['cdn-cache-control']
  if (headers['set-cookie'] || /private|no-store/.test(text(headers['cache-control']))) return undefined
  if (asked === undefined || (status !== 200 && status !== 404)) return undefined
  const [maxAge = 0, swr = 0] = text(asked).match(/\d+/g)?.map(Number) ?? []
  const tags = text(headers['cache-tag']).split(',').filter(Boolean)
  return status === 404 ? { maxAge: Math.min(maxAge, NOT_FOUND_AGE), swr: 0, tags } : { maxAge, swr, tags }
}

function headersOf({ headers }: Rendered, kept: boolean): string[] {
  const flat: string[] = []
  const isShared = headers[SHARED] === 'cross-origin'
  for (const [name, value] of Object.entries(headers)) {
    if (NOT_SENT.has(name)) continue
    for (const one of Array.isArray(value) ? value : [value])
      flat.push(name === CONTENT_TYPE ? 'Content-Type' : name, isShared ? framed(one) : one)
  }
  if (!headers['cache-control']) flat.push('Cache-Control', kept ? REVALIDATE : UNKEPT)
  if (!headers['content-security-policy']) flat.push(...NO_CONTENT_POLICY)
  return flat
}

/** Astro adds to what the site's policy says of a directive, and takes nothing away. */
function framed(policy: string): string {
  return policy.replace("frame-ancestors 'none'", 'frame-ancestors *')
}

function text(value: string | string[] | undefined): string {
  return Array.isArray(value) ? value.join(',') : (value ?? '')
}
