import { type SearchAnswer, SearchQuery } from '#contract/search.ts'
import { isNarrowed, type ListQuery } from '#domain/address/list-query.ts'
import { findCategory } from '#server/clips/list-categories.ts'
import type { ListDeps } from '#server/clips/list-sources.ts'
import type { Db } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { OR, typedPieces } from './parse-query.ts'
import { runParts, termsOf } from './query-terms.ts'
import { readRanks } from './read-ranks.ts'
import { searchPlan } from './search-plan.ts'
import { type Search, searchSources } from './search-sources.ts'
import { suggest } from './suggest.ts'

/** What a page of results shows. */
export interface SearchPage {
  /** Filters and order that apply. */
  query: ListQuery
  /** Undefined if the text is too long or has control characters. */
  answer?: SearchAnswer
  /** Texts to offer because the visitor's own finds nothing. */
  alternatives: string[]
}

/** A page of results; bad parameters are ignored. If no clip has every word, it shows those with fewer. */
export async function searchPage(deps: ListDeps, text: string, params: URLSearchParams): Promise<SearchPage> {
  const search = await readSearch(deps, text, params)
  if (!search) return { query: {}, alternatives: await suggestedTexts(deps, text) }
  const { text: _text, offset: _offset, facets: _facets, ...query } = search
  const answer = await searchSources(deps, search)
  if (answer.total > 0 || (isNarrowed(query) && (await isMatched(deps.db, text))))
    return { query, answer, alternatives: [] }
  const [instead, ...alternatives] = await fewerWords(deps.db, text)
  if (instead === undefined) return { query, answer, alternatives: await suggestedTexts(deps, text) }
  const fewer = await searchSources(deps, { ...search, text: instead })
  return { query, answer: { ...fewer, searched_instead: instead }, alternatives }
}

async function readSearch(
  deps: Pick<Deps, 'db'>,
  text: string,
  params: URLSearchParams,
): Promise<Search | undefined> {
  const asked = SearchQuery.safeParse({ ...Object.fromEntries(params), q: text })
  const { data } = asked.success ? asked : SearchQuery.safeParse({ q: text })
  if (!data) return undefined
  if (data.category && !(await findCategory(deps, data.category))) data.category = undefined
  const { q, ...search } = data
  return { ...search, text: q, facets: true }
}

/** Suggestions are made from so many characters, as many as a visitor types before choosing one. */
const TYPED = 40
const SUGGESTIONS = 6

async function suggestedTexts(deps: Pick<Deps, 'db'>, text: string): Promise<string[]> {
  const { suggestions } = await suggest(deps, { text: text.slice(0, TYPED), limit: SUGGESTIONS })
  return suggestions.map((suggestion) => suggestion.text)
}

/** Words that are left out in turn; each costs a query. */
const WORDS = 6

/** Texts that match: without one of the words, else with any of them, and each alone. Excluded words stay excluded. */
async function fewerWords(db: Db, text: string): Promise<string[]> {
  const { words, excluded } = wordsOf(text)
  if (words.length < 2) return []
  const textOf = (list: readonly string[]) => [...list, ...excluded].join(' ')
  const known = await matching(words, (word) => isMatched(db, textOf([word])))
  // The last word first: it was typed last, to narrow the rest.
  const shorter = words
    .map((_, at) => words.toSpliced(-1 - at, 1))
    .filter((list) => list.length > 1 && list.every((word) => known.includes(word)))
  const allButOne = await matching(shorter, (list) => isMatched(db, textOf(list)))
  if (allButOne.length > 0) return allButOne.map(textOf)
  const alone = known.map((word) => textOf([word]))
  return alone.length > 1 ? [textOf([known.join(` ${OR} `)]), ...alone] : alone
}

async function matching<Item>(
  items: readonly Item[],
  matches: (item: Item) => Promise<boolean>,
): Promise<Item[]> {
  const found: Item[] = []
  for (const item of items) if (await matches(item)) found.push(item)
  return found
}

/** A single Japanese run is split where it is made of known words. */
function wordsOf(text: string): { words: string[]; excluded: string[] } {
  const { wanted, excluded } = typedPieces(text)
  const [only, ...more] = wanted
  const words = only && more.length === 0 && !only.startsWith('"') ? runParts(only) : wanted
  return { words: words.slice(0, WORDS), excluded }
}

async function isMatched(db: Db, text: string): Promise<boolean> {
  const query = termsOf(text)
  if (query.terms.length === 0) return false
  const ranks = await readRanks(db, searchPlan(query, { filters: {} }).anywhere, 1)
  return ranks.length > 0
}
