import type { IncomingHttpHeaders } from 'node:http'
import fresh from 'fresh'

/** As in the response's headers. */
interface Validators {
  etag: string
  lastModified?: string
}

/** Whether the client of this GET or HEAD already has the response. */
export function isNotModified(headers: IncomingHttpHeaders, { etag, lastModified }: Validators): boolean {
  // Cache-Control is left out: for `no-cache` the library would send a full answer, though a 304 is as current.
  const conditions = {
    'if-none-match': headers['if-none-match'],
    'if-modified-since': headers['if-modified-since'],
  }
  return fresh(conditions, { etag, 'last-modified': lastModified })
}

/** Whether a Range may be answered with a part: If-Range must name the very bytes, so weak validators never match. */
export function matchesIfRange(ifRange: string, { etag, lastModified }: Required<Validators>): boolean {
  if (ifRange.startsWith('"')) return ifRange === etag
  return Date.parse(lastModified) === Date.parse(ifRange)
}
