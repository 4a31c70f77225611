import { createHmac } from 'node:crypto'
import { DAY_MS } from '#domain/dates/spans.ts'

/** Days over which a visitor's repeats are recognised; their hashes are deleted then. */
export const TOLD_APART_DAYS = 7

export interface Searcher {
  /** IP address; see Visitor. */
  address: string
  userAgent: string
}

export interface VisitHashes {
  /** Hash of the text alone. */
  query: string
  /** Hash of text and visitor: different for each text, so that a visitor's searches cannot be linked. */
  visit: string
}

/** `YYYY-MM-DD` (UTC), this many days earlier. */
export function dayBefore(now: Date, days: number): string {
  return new Date(now.getTime() - days * DAY_MS).toISOString().slice(0, 10)
}

/** Hashes by today's key and by those of the days before, today's first. Keys are never stored. */
export function visitHashes(
  { visitorSecret, text, now }: { visitorSecret: string; text: string; now: Date },
  { address, userAgent }: Searcher,
): VisitHashes[] {
  return Array.from({ length: TOLD_APART_DAYS }, (_, days) => {
    const key = createHmac('sha256', visitorSecret).update(dayBefore(now, days)).digest()
    const hash = (...parts: string[]) =>
      createHmac('sha256', key).update(JSON.stringify(parts)).digest('base64url').slice(0, 22)
    return { query: hash(text), visit: hash(text, address, userAgent) }
  })
}
