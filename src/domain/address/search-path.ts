import type { SitePath } from './locale-path.ts'

/** Longest accepted search text, in characters. */
export const MAX_SEARCH_LENGTH = 200

/** The address of a search; an empty text leads home. `searchText` reads it. */
export function searchPath(text: string): SitePath {
  const term = searchTerm(text)
  return term === '' ? '/' : `/s/${encodeURIComponent(term)}`
}

/** The text of a search's percent-encoded path, in either language: `tidySearch` of the text passed to `searchPath`. */
export function searchText(path: string): string {
  const [, term = ''] = /\/s\/([^/]*)$/.exec(path) ?? []
  // At the start, too, one hyphen is a space.
  return termText(decodeURIComponent(term).replace(/^-(?!-)/, ''))
}

/** A search text with hyphens for spaces. An excluded word keeps its hyphen: two. */
export function searchTerm(text: string): string {
  return tidySearch(text).replace(/^-| -/g, '--').replaceAll(' ', '-')
}

/** The text of a term, or of a typed text, which has spaces or begins with one hyphen. */
export function termText(term: string): string {
  if (/\s|^-(?!-)/.test(term)) return tidySearch(term)
  const [first = '', ...excluded] = term.split(/(?<!-)--(?=[^-])/)
  return tidySearch([first, ...excluded].map((part) => part.replaceAll('-', ' ')).join(' -'))
}

/** A search text in the form its path can hold: one space between words, and a hyphen only before an excluded word. */
export function tidySearch(text: string): string {
  const words = text.replace(UNPRINTABLE, ' ').split(/\s+/u).flatMap(tidyWord)
  return words.join(' ').replace(FOLDER, '$1')
}

function tidyWord(word: string): string[] {
  const [, excluded] = EXCLUDED.exec(word) ?? []
  // Read as a hyphen too, but not as a space: all parts stay excluded.
  if (excluded) return [`-${excluded.split(HYPHENS).filter(Boolean).join('‐')}`]
  return word
    .split(HYPHENS)
    .flatMap((part) => part.split(WIDE_SEPARATORS))
    .filter(Boolean)
}

const EXCLUDED = /^[-‐‑‒–—―−－]+([^-‐‑‒–—―−－].*)/u
/** Control characters and halves of surrogate pairs: no URL may contain them. */
const UNPRINTABLE = /\p{Cc}|\p{Cs}/gu
/** Hyphens, with similar characters beside them; those alone stay. */
const HYPHENS = /[‐‑‒–—―−－]*-[-‐‑‒–—―−－]*/
/** Japanese writes these between words instead of a space. */
const WIDE_SEPARATORS = /(?<=\p{L})[・･·•‧／｜、､。｡，；〜～]+(?=\p{L})/u
/** Browsers and proxies read dots between slashes as folders, percent-encoded or not. */
const FOLDER = /(^|[/\\])\.{1,2}(?=[/\\]|$)/g
