import type { SitePath } from './locale-path.ts'

/** Longest accepted search text, in characters. */
export const MAX_SEARCH_LENGTH = 200

/** White space (full-width too) becomes hyphens; an empty text leads home. An excluded word keeps its hyphen: two. */
export function searchPath(text: string): SitePath {
  const words = text.normalize('NFKC').replace(HYPHEN_ALONE, ' ').replace(HYPHENS_WITHIN, '-').trim()
  const term = words.replace(EXCLUSION, '--').replace(/\s+/gu, '-')
  return term === '' ? '/' : `/s/${encodeURIComponent(term)}`
}

/** The search text of a path segment; the inverse of `searchPath`. */
export function searchText(term: string): string {
  const [first = '', ...leftOut] = term.normalize('NFKC').split(SPACE_AND_HYPHEN)
  return [first, ...leftOut]
    .map((part) => part.replace(/[-\s]+/gu, ' ').trim())
    .join(' -')
    .trim()
}

/** Space and hyphen of an excluded word, where hyphens stand for spaces. */
export const SPACE_AND_HYPHEN = /(?<!-)--(?=[^\s-])/g

const HYPHEN_ALONE = /(?<=^|\s)-+(?=\s|$)/gu
const HYPHENS_WITHIN = /(?<=\S)-{2,}/gu
const EXCLUSION = /(?:^|\s+)-+(?=\S)/gu
