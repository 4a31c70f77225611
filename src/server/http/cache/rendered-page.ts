import { hash } from 'node:crypto'
import { CSP_REPORTS } from '#server/http/csp-reports.ts'
import { NO_CONTENT_POLICY } from '#server/http/security-headers.ts'
import type { Render, Rendered, RenderLocals, RenderRequest } from './astro-renderer.ts'
import { bufferedResponse } from './buffered-response.ts'
import { compress, type Encoding, isCompressible } from './content-encoding.ts'
import type { CachePolicy, RenderedPage } from './page-cache.ts'

/** Browsers revalidate each time, and get a 304 while nothing has changed. */
const REVALIDATE = 'public, max-age=0, must-revalidate'
const NEVER_CACHED = 'private, no-store'
/** Seconds; a clip may be published at an address that was requested too early. */
const NOT_FOUND_AGE = 30
/** Seconds. */
const RETRY_AFTER = '5'

/** For this server only, or set by it. */
const NOT_SENT = [
  ...['cdn-cache-control', 'cache-tag', 'content-length', 'content-encoding', 'transfer-encoding'],
  ...['connection', 'etag', 'vary', 'x-request-id'],
]

const POLICY = 'content-security-policy'
/** With `cross-origin` it marks a page that other sites may frame. */
const RESOURCE_POLICY = 'cross-origin-resource-policy'

const STYLE = /<style[^>]*>(.*?)<\/style>/gs
const STYLE_DIGESTS = /(?<=style-src [^;]*) 'sha256-[\w+/=]+'/g

/** Bytes; compressing less costs more than it saves. */
const SMALLEST_COMPRESSED = 1024

/** Renders a page in the encoding that the client accepts. Resolves to undefined if no route matches. */
export type RenderPage = (
  request: RenderRequest,
  locals: RenderLocals,
  encoding: Encoding,
) => Promise<RenderedPage | undefined>

/** A page that fails because the database or storage is down is 503. */
export function pageRenderer(render: Render): RenderPage {
  return async (request, locals, encoding) => {
    const rendered = await render(request, locals)
    return rendered && renderedPage(locals.isUnavailable ? unavailable(rendered) : rendered, encoding)
  }
}

function unavailable(rendered: Rendered): Rendered {
  return { ...rendered, status: 503, headers: { ...rendered.headers, 'retry-after': RETRY_AFTER } }
}

/** Astro's answer as a response to send, and how long it may be cached. */
export async function renderedPage(rendered: Rendered, accepted: Encoding): Promise<RenderedPage> {
  const policy = policyOf(rendered)
  const validate = policy !== undefined
  const varies = isCompressible(text(rendered.headers['content-type']))
  const encoding = varies && rendered.body.length >= SMALLEST_COMPRESSED ? accepted : 'identity'
  const headers = headersOf(rendered, validate)
  const body = await compress(rendered.body, encoding)
  return {
    response: bufferedResponse(rendered.status, { headers, body, encoding, varies, validate }),
    policy,
  }
}

function policyOf({ status, headers }: Rendered): CachePolicy | undefined {
  const cdn = headers['cdn-cache-control']
  if (headers['set-cookie'] || /private|no-store/i.test(text(headers['cache-control']))) return undefined
  if (cdn === undefined || (status !== 200 && status !== 404)) return undefined
  const [maxAge = 0, swr = 0] = text(cdn).match(/\d+/g)?.map(Number) ?? []
  const tags = text(headers['cache-tag']).split(',').filter(Boolean)
  return status === 404 ? { maxAge: Math.min(maxAge, NOT_FOUND_AGE), swr: 0, tags } : { maxAge, swr, tags }
}

function headersOf({ headers, body }: Rendered, isCached: boolean): string[] {
  const flat: string[] = []
  const isFramed = headers[RESOURCE_POLICY] === 'cross-origin'
  for (const [name, value] of Object.entries(headers)) {
    if (NOT_SENT.includes(name)) continue
    // Without a body it is left out, by this spelling.
    const spelled = name === 'content-type' ? 'Content-Type' : name
    for (const one of Array.isArray(value) ? value : [value])
      flat.push(spelled, name === POLICY ? policyFor(one, { isFramed, body }) : one)
  }
  if (!headers['cache-control']) flat.push('Cache-Control', isCached ? REVALIDATE : NEVER_CACHED)
  if (headers[POLICY]) flat.push('Reporting-Endpoints', `csp="${CSP_REPORTS}"`)
  else flat.push(...NO_CONTENT_POLICY)
  return flat
}

function policyFor(policy: string, { isFramed, body }: { isFramed: boolean; body: Buffer }): string {
  return withOwnStyles(isFramed ? allowFrames(policy) : policy, body)
}

/** A page can add to the site's content security policy, but not remove from it. */
function allowFrames(policy: string): string {
  return policy.replace("frame-ancestors 'none'", 'frame-ancestors *')
}

function text(value: string | string[] | undefined): string {
  return Array.isArray(value) ? value.join(',') : (value ?? '')
}

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
