import type { SitePath } from './locale-path.ts'

/** Longest search text that is answered, in characters. */
export const MAX_SEARCH_LENGTH = 200

/** Path of the results of a search text: runs of white space, full-width ones too, become hyphens; none leads home. */
export function searchPath(text: string): SitePath {
  const term = text.normalize('NFKC').trim().replace(/\s+/gu, '-')
  return term === '' ? '/' : `/s/${encodeURIComponent(term)}`
}

/** The search text that a path's term stands for. */
export function searchText(term: string): string {
  return term
    .normalize('NFKC')
    .replace(/[-\s]+/gu, ' ')
    .trim()
}
