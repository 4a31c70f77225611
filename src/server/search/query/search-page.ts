import type { TileSource } from '#contract/clips/clips.ts'
import { type AnswerOf, SearchQuery } from '#contract/clips/search.ts'
import { isNarrowed, type ListQuery } from '#domain/address/list-query.ts'
import { findCategory } from '#server/clips/list-categories.ts'
import type { ListDeps } from '#server/clips/list-sources.ts'
import { readTiles } from '#server/clips/source-view.ts'
import type { Deps } from '#server/deps.ts'
import { readQuery } from '#server/search/read/read-query.ts'
import { suggest } from '#server/search/suggest/suggest.ts'
import { hasJapanese } from '#server/search/text/scripts.ts'
import type { Concept } from '#server/search/text/synonyms.ts'
import { isMatched } from './read-search.ts'
import { type Search, searchClips } from './search-sources.ts'

export interface SearchPage {
  /** Applied filters and order. */
  query: ListQuery
  /** Undefined if the text is too long or has control characters. */
  answer?: AnswerOf<TileSource>
  /** Texts to offer because the visitor's text finds nothing. */
  alternatives: string[]
}

/** A page of results; bad parameters are ignored. */
export async function searchPage(deps: ListDeps, text: string, params: URLSearchParams): Promise<SearchPage> {
  const search = await readSearch(deps, text, params)
  if (!search) return { query: {}, alternatives: await suggestedTexts(deps, text) }
  const { text: _text, offset: _offset, facets: _facets, ...query } = search
  const answer = await searchClips(deps, search, readTiles)
  const isEmpty = answer.total === 0 && !isNarrowed(query)
  return { query, answer, alternatives: isEmpty ? await nearTexts(deps, text) : [] }
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

/** Things related to the search, in both languages, that clips have; then completions of the text. */
async function nearTexts(deps: Pick<Deps, 'db'>, text: string): Promise<string[]> {
  const { terms } = await readQuery(deps.db, text)
  const near = new Set(terms.flatMap(({ concept }) => (concept ? namesNear(concept) : [])))
  const found: string[] = []
  for (const name of [...near].slice(0, NEAR_ASKED))
    if (found.length < SUGGESTIONS && (await isMatched(deps.db, await readQuery(deps.db, name))))
      found.push(name)
  return [...new Set([...found, ...(await suggestedTexts(deps, text))])].slice(0, SUGGESTIONS)
}

/** Each costs a query. */
const NEAR_ASKED = 16

/** Names of related and wider things, in English and in Japanese. */
function namesNear({ seeAlso, wider }: Concept): string[] {
  return [...seeAlso, ...wider].flatMap(({ names }) => {
    const japanese = names.find((name) => hasJapanese(name))
    return japanese === undefined || japanese === names[0] ? names.slice(0, 1) : [names[0]!, japanese]
  })
}

/** Suggestions use this many characters, about as many as visitors type before choosing one. */
const TYPED = 40
const SUGGESTIONS = 6

async function suggestedTexts(deps: Pick<Deps, 'db'>, text: string): Promise<string[]> {
  const { suggestions } = await suggest(deps, { text: text.slice(0, TYPED), limit: SUGGESTIONS })
  return suggestions.map((suggestion) => suggestion.text)
}
