import type { SitePath } from './locale-path.ts'

/** Longest search text that is answered, in characters. */
export const MAX_SEARCH_LENGTH = 200

/**
 * Path of the results of a search text: runs of white space, full-width ones too, become hyphens; none leads home. The
 * hyphen of a word to be left out stays beside that, so that two say it again.
 */
export function searchPath(text: string): SitePath {
  const words = text.normalize('NFKC').replace(HYPHEN_ALONE, ' ').replace(HYPHENS_WITHIN, '-').trim()
  const term = words.replace(LEFT_OUT, '--').replace(/\s+/gu, '-')
  return term === '' ? '/' : `/s/${encodeURIComponent(term)}`
}

/** The search text that a path's term stands for. */
export function searchText(term: string): string {
  const [first = '', ...leftOut] = term.normalize('NFKC').split(SPACE_AND_HYPHEN)
  return [first, ...leftOut]
    .map((part) => part.replace(/[-\s]+/gu, ' ').trim())
    .join(' -')
    .trim()
}

/** A space and the hyphen of a word to be left out, where hyphens stand for spaces. */
export const SPACE_AND_HYPHEN = /(?<!-)--(?=[^\s-])/g

const HYPHEN_ALONE = /(?<=^|\s)-+(?=\s|$)/gu
const HYPHENS_WITHIN = /(?<=\S)-{2,}/gu
const LEFT_OUT = /(?:^|\s+)-+(?=\S)/gu
