import type { Source } from '#contract/clips.ts'
import { AppError } from '#contract/errors.ts'
import type { SearchAnswer } from '#contract/search.ts'
import { MAX_OFFSET, nextOffset } from '#domain/clips/paging.ts'
import type { SearchFilters, SearchSort } from '#domain/clips/search-filters.ts'
import { findCategory } from '#server/clips/list-categories.ts'
import { CLIPS_COUNTED, type ListDeps, listSources, pageSizeOf } from '#server/clips/list-sources.ts'
import { viewSources } from '#server/clips/source-view.ts'
import { oneOf } from '#server/db/one-of.ts'
import type { Db } from '#server/db/schema.ts'
import { marksOf } from './marks.ts'
import { termsOf } from './query-terms.ts'
import { COUNTED, rankedMatches, type Window } from './ranked-matches.ts'
import { type Count, countRanks } from './read-ranks.ts'
import { countWithFacets, NO_FACETS } from './search-facets.ts'
import { searchPlan } from './search-plan.ts'
import { completionsOf, correctedTexts } from './spelling.ts'

export interface Search extends SearchFilters {
  text: string
  offset: number
  sort?: SearchSort
  /** Whether to count how many clips each filter would leave. */
  facets?: boolean
}

/**
 * Clips that match an English or Japanese text, best first; an empty text lists the default clips. If nothing matches
 * because of a typo, the corrected text is searched, and the answer says so.
 * @throws AppError('badRequest') for a category that does not exist
 */
export async function searchSources(deps: ListDeps, search: Search): Promise<SearchAnswer> {
  if (isDefaultList(search)) return defaultList(deps, search)
  const answer = await answerTo(deps, search)
  if (answer.total > 0) return answer
  if (search.category && !(await findCategory(deps, search.category)))
    throw new AppError('badRequest', 'category: there is no such category')
  return (await correctedAnswer(deps, search)) ?? answer
}

function isDefaultList({ text, sort, facets, offset: _offset, ...filters }: Search): boolean {
  const isFiltered = Object.values(filters).some((value) => value !== undefined)
  return text.trim() === '' && !isFiltered && !facets && sort !== 'newest'
}

async function defaultList(deps: ListDeps, search: Search): Promise<SearchAnswer> {
  const list = await listSources(deps, search)
  return list.total < CLIPS_COUNTED ? list : { ...list, total_at_least: true }
}

async function correctedAnswer(deps: ListDeps, search: Search): Promise<SearchAnswer | undefined> {
  for (const text of await correctedTexts(deps.db, search.text)) {
    const answer = await answerTo(deps, { ...search, text })
    if (answer.total > 0) return { ...answer, searched_instead: text }
  }
  return undefined
}

/** A rebuild or a removed clip may change the index between two reads; then the answer is computed again. */
const RETRIES = 2

async function answerTo(deps: ListDeps, search: Search, retries = RETRIES): Promise<SearchAnswer> {
  const { db } = deps
  const query = termsOf(search.text)
  // A text without anything to search for is not an empty text.
  if (search.text.trim() !== '' && query.terms.length + query.excluded.length === 0)
    return emptyAnswer(search)
  const completions = await completionsOf(db, query)
  const plan = searchPlan(query, { filters: search, completions })
  const window = { offset: search.offset, limit: pageSizeOf(deps) }
  const { ranks, all } = await rankedMatches(db, { plan, terms: query.terms, sort: search.sort }, window)
  const sources = await sourcesOf(db, ranks)
  if (sources.length < ranks.length && retries > 0) return answerTo(deps, search, retries - 1)
  const { count, facets } = search.facets
    ? await countWithFacets(db, query, { filters: search, completions, all })
    : {
        count: all ? { clips: all.length, more: false } : await countRanks(db, plan.anywhere, COUNTED),
      }
  const marks = sources.length > 0 ? marksOf(search.text) : []
  return {
    sources,
    ...(marks.length > 0 ? { marks } : {}),
    offset: search.offset,
    next_offset: nextPage(window, ranks.length, count),
    // If counting stopped early, the page may reach beyond the count.
    total: Math.min(COUNTED, Math.max(count.clips, ranks.length > 0 ? search.offset + ranks.length : 0)),
    ...(count.more ? { total_at_least: true } : {}),
    ...(facets ? { facets } : {}),
  }
}

function emptyAnswer({ offset, facets }: Search): SearchAnswer {
  return { sources: [], offset, next_offset: null, total: 0, ...(facets ? { facets: NO_FACETS } : {}) }
}

/** If more match than were counted, a full page has another after it. */
function nextPage({ offset, limit }: Window, shown: number, { clips, more }: Count): number | null {
  const total = more && shown === limit ? MAX_OFFSET + limit : clips
  return nextOffset({ offset, count: shown, total })
}

async function sourcesOf(db: Db, ranks: readonly number[]): Promise<Source[]> {
  if (ranks.length === 0) return []
  const rows = await db
    .selectFrom('source_ranks')
    .innerJoin('sources', 'sources.id', 'source_ranks.source_id')
    .selectAll('sources')
    .select('rank')
    .where(oneOf(db, 'rank', ranks))
    .execute()
  const order = new Map(ranks.map((rank, at) => [rank, at]))
  rows.sort((a, b) => order.get(a.rank)! - order.get(b.rank)!)
  return viewSources(db, rows)
}
