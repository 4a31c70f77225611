import type { QueryTerms } from '#server/search/read/term.ts'

/** Texts to mark in titles: the searched words and their synonyms. */
const MOST = 60

/** How titles may write the query's words, and their plurals. */
export function marksOf({ terms, extra }: QueryTerms): string[] {
  const marks = new Set<string>()
  for (const { variants } of [...terms, ...extra])
    for (const { shown = [] } of variants)
      for (const text of shown) {
        marks.add(text)
        if (LATIN.test(text)) marks.add(`${text}s`)
      }
  return [...marks].slice(0, MOST)
}

const LATIN = /^[a-z]+$/
