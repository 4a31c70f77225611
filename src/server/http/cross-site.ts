import type { IncomingHttpHeaders } from 'node:http'

const WRITES = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])

/**
 * Whether another site's page made a browser send this write. Sec-Fetch-Site cannot be set by a page and decides where
 * it is sent; older browsers and plain http send Origin alone. A client that sends neither is no browser: it holds its
 * own credentials and is served.
 */
export function isCrossSiteWrite(method: string, headers: IncomingHttpHeaders, siteOrigin: string): boolean {
  if (!WRITES.has(method)) return false
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site !== 'same-origin' && site !== 'none'
  return headers.origin !== undefined && headers.origin !== siteOrigin
}
