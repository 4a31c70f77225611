import type { Kysely } from 'kysely'
import type { Database } from '#server/db/schema.ts'
import { parseQuery, typedPieces } from './parse-query.ts'
import { runParts, termsOf } from './query-terms.ts'
import { readRanks } from './read-ranks.ts'
import { searchPlan } from './search-plan.ts'

/** Words of which one is left out at a time; each more is another query. */
const WORDS = 6

/**
 * What is left of a text without one of its words, or, where that is not enough, each word alone: of those, the texts
 * that clips match. What the text excludes stays excluded.
 */
export async function fewerWords(db: Kysely<Database>, text: string): Promise<string[]> {
  const { words, excluded } = wordsOf(text)
  if (words.length < 2) return []
  const matching = (lists: string[][]) =>
    matchingTexts(
      db,
      lists.map((list) => [...list, ...excluded].join(' ')),
    )
  // The last is the one that was added most lately to what was looked for.
  const allButOne = await matching(words.map((_, at) => words.toSpliced(-1 - at, 1)))
  return allButOne.length > 0 || words.length === 2 ? allButOne : matching(words.map((word) => [word]))
}

/** Also of a Japanese text without spaces, where it is made of known words. */
function wordsOf(text: string): { words: string[]; excluded: string[] } {
  const { wanted, excluded } = typedPieces(text)
  const [only, ...more] = wanted
  const words = only && more.length === 0 && !only.startsWith('"') ? runParts(only) : wanted
  return { words: words.slice(0, WORDS), excluded }
}

async function matchingTexts(db: Kysely<Database>, texts: readonly string[]): Promise<string[]> {
  const found: string[] = []
  for (const text of texts) if (await isMatched(db, text)) found.push(text)
  return found
}

/** Whether any clip has what a text asks for. */
export async function isMatched(db: Kysely<Database>, text: string): Promise<boolean> {
  const query = termsOf(parseQuery(text))
  if (query.terms.length === 0) return false
  const ranks = await readRanks(db, searchPlan(query, { filters: {} }).anywhere, 1)
  return ranks.length > 0
}
