import { createHmac } from 'node:crypto'

const DAY_MS = 86_400_000
/** Visits are told apart for so long; their hashes are deleted then. */
export const TOLD_APART_DAYS = 7

export interface Searcher {
  /** IP address; see Visitor. */
  address: string
  userAgent: string
}

export interface VisitHashes {
  /** Of the text alone. */
  query: string
  /** Of the text and the visitor: another for each text, so that searches of one visitor are not linked. */
  visit: string
}

/** `YYYY-MM-DD` (UTC) of so many days before. */
export function dayBefore(now: Date, days: number): string {
  return new Date(now.getTime() - days * DAY_MS).toISOString().slice(0, 10)
}

/** Hashes of today's key and of the days before it that are still told apart, today's first. Keys are never stored. */
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
