import { withoutLocale } from '#domain/address/locale-path.ts'
import { MAX_SEARCH_LENGTH, searchText } from '#domain/address/search-path.ts'
import { LONGEST_PATH } from '#domain/people/activity.ts'
import { cut } from '#server/search/text/cut.ts'
import { normalise } from '#server/search/text/fold.ts'

/** Searches with the same key are one: NFKC, lower case, single spaces. As a key, no longer than an index takes. */
export function queryKey(text: string): string {
  return cut(normalise(text).trim().replace(/\s+/gu, ' '), MAX_SEARCH_LENGTH).trimEnd()
}

/** Key of the search at a recorded path; undefined for other pages, and for a truncated path. */
export function queryOfPath(path: unknown): string | undefined {
  if (typeof path !== 'string' || path.length >= LONGEST_PATH) return undefined
  if (!SEARCH.test(withoutLocale(path))) return undefined
  try {
    return queryKey(searchText(path)) || undefined
  } catch {
    // Invalid percent encoding: not one of our links.
    return undefined
  }
}

const SEARCH = /^\/s\/[^/]+$/
