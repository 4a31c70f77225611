import { type SearchAnswer, SearchQuery } from '#contract/search.ts'
import { isNarrowed, type ListQuery } from '#domain/address/list-query.ts'
import { findCategory } from '#server/clips/list-categories.ts'
import type { ListDeps } from '#server/clips/list-sources.ts'
import type { Deps } from '#server/deps.ts'
import { findSources, type Search } from './search-sources.ts'
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
  const { answer, others } = await findSources(deps, search)
  const isEmpty = answer.total === 0 && !isNarrowed(query)
  return { query, answer, alternatives: isEmpty ? await suggestedTexts(deps, text) : others }
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
