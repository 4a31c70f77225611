import type { IncomingHttpHeaders } from 'node:http'

const WRITES = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])

/** Sec-Fetch-Site decides if it is sent, since no page can set it; else Origin. Browsers send one of them. */
export function isCrossSiteWrite(method: string, headers: IncomingHttpHeaders, siteOrigin: string): boolean {
  if (!WRITES.has(method)) return false
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site !== 'same-origin' && site !== 'none'
  return headers.origin !== undefined && headers.origin !== siteOrigin
}
