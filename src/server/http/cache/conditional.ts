import type { IncomingHttpHeaders } from 'node:http'

interface Validators {
  /** As in the header, with its quotes. */
  etag: string
  modified?: Date
}

/** Whether the client of this GET or HEAD already has the answer. An ETag decides over a date, as RFC 9110 asks. */
export function isNotModified(headers: IncomingHttpHeaders, { etag, modified }: Validators): boolean {
  const ifNoneMatch = headers['if-none-match']
  if (ifNoneMatch !== undefined) return matchesEtag(ifNoneMatch, etag)
  const since = headers['if-modified-since']
  return (
    since !== undefined && modified !== undefined && seconds(modified.getTime()) <= seconds(Date.parse(since))
  )
}

/** Whether a Range may be answered with a part: If-Range must name the very bytes, so weak validators never match. */
export function matchesIfRange(ifRange: string, { etag, modified }: Required<Validators>): boolean {
  if (ifRange.startsWith('"')) return ifRange === etag
  return seconds(modified.getTime()) === seconds(Date.parse(ifRange))
}

/** Compared weakly, so that every encoding of an answer counts as the same. */
function matchesEtag(ifNoneMatch: string, etag: string): boolean {
  if (ifNoneMatch.trim() === '*') return true
  const wanted = opaque(etag)
  return ifNoneMatch.split(',').some((candidate) => opaque(candidate.trim()) === wanted)
}

function opaque(etag: string): string {
  return etag.startsWith('W/') ? etag.slice(2) : etag
}

function seconds(ms: number): number {
  return Math.floor(ms / 1000)
}
