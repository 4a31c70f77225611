import type { Kysely } from 'kysely'
import type { Source } from '#contract/clips.ts'
import { AppError } from '#contract/errors.ts'
import type { SearchAnswer } from '#contract/search.ts'
import { MAX_OFFSET, nextOffset, PAGE_SIZE } from '#domain/clips/paging.ts'
import type { SearchFilters, SearchSort } from '#domain/clips/search-filters.ts'
import { findCategory } from '#server/clips/list-categories.ts'
import { CLIPS_COUNTED, listSources } from '#server/clips/list-sources.ts'
import { viewSources } from '#server/clips/source-view.ts'
import { oneOf } from '#server/db/one-of.ts'
import type { Database } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { correctedTexts } from './correct-spelling.ts'
import { completionsOf } from './known-words.ts'
import { newestMatches } from './newest-matches.ts'
import { parseQuery } from './parse-query.ts'
import { type QueryTerms, termsOf } from './query-terms.ts'
import { COUNTED, countMatches, type RankedPage, rankedMatches, type Window } from './ranked-matches.ts'
import { type Count, readRanks } from './read-ranks.ts'
import { countWithFacets, NO_FACETS } from './search-facets.ts'
import { type Completions, type Match, type SearchPlan, searchPlan } from './search-plan.ts'

export interface Search extends SearchFilters {
  text: string
  offset: number
  sort?: SearchSort
  /** Whether the answer says how many clips each filter would leave. */
  facets?: boolean
}

/**
 * Clips that match a text in English or Japanese, best first; an empty text lists the default clips. Where nothing
 * matches because of a slip of one letter, what was probably meant is searched, and the answer says so.
 * @throws AppError('badRequest') for a category that does not exist
 */
export async function searchSources({ db }: Pick<Deps, 'db'>, search: Search): Promise<SearchAnswer> {
  if (isDefaultList(search)) return defaultList(db, search)
  const answer = await answerTo(db, search)
  if (answer.total > 0) return answer
  if (search.category && !(await findCategory({ db }, search.category)))
    throw new AppError('badRequest', 'category: there is no such category')
  return (await correctedAnswer(db, search)) ?? answer
}

async function defaultList(db: Kysely<Database>, search: Search): Promise<SearchAnswer> {
  const list = await listSources({ db }, search)
  return list.total < CLIPS_COUNTED ? list : { ...list, total_at_least: true }
}

function isDefaultList({ text, sort, facets, ...filters }: Search): boolean {
  const { orientation, duration_from, duration_to, category, license_type } = filters
  const narrowed = [orientation, duration_from, duration_to, category, license_type].some(
    (value) => value !== undefined,
  )
  return text.trim() === '' && !narrowed && !facets && sort !== 'newest'
}

async function correctedAnswer(db: Kysely<Database>, search: Search): Promise<SearchAnswer | undefined> {
  const corrected = await correctedTexts(db, search.text, termsOf(parseQuery(search.text)))
  for (const text of corrected) {
    const answer = await answerTo(db, { ...search, text })
    if (answer.total > 0) return { ...answer, searched_instead: text }
  }
  return undefined
}

/** A rebuilt index swapped in, or a clip removed, between two of our reads: what the first found is not there any more. */
const AGAIN = 2

async function answerTo(db: Kysely<Database>, search: Search, again = AGAIN): Promise<SearchAnswer> {
  const query = termsOf(parseQuery(search.text))
  // Nothing in it can be searched for, which is not the same as an empty text.
  if (search.text.trim() !== '' && query.terms.length + query.excluded.length === 0) return nothing(search)
  const completions = await completionsFor(db, query)
  const plan = searchPlan(query, { filters: search, completions })
  const window = { offset: search.offset, limit: PAGE_SIZE }
  const { ranks, total } = await matchesInOrder(db, { query, plan, sort: search.sort }, window)
  const sources = await sourcesOf(db, ranks)
  if (sources.length < ranks.length && again > 0) return answerTo(db, search, again - 1)
  const { count, facets } = search.facets
    ? await countWithFacets(db, query, { filters: search, completions, total })
    : { count: total === undefined ? await countMatches(db, plan.anywhere) : { clips: total, more: false } }
  return {
    sources,
    offset: search.offset,
    next_offset: nextPage(window, ranks.length, count),
    // Where counting ended early, more may be on the page than were counted.
    total: Math.min(COUNTED, Math.max(count.clips, ranks.length > 0 ? search.offset + ranks.length : 0)),
    ...(count.more ? { total_at_least: true } : {}),
    ...(facets ? { facets } : {}),
  }
}

function nothing({ offset, facets }: Search): SearchAnswer {
  return { sources: [], offset, next_offset: null, total: 0, ...(facets ? { facets: NO_FACETS } : {}) }
}

async function completionsFor(db: Kysely<Database>, { terms }: QueryTerms): Promise<Completions> {
  const beginning = terms.at(-1)?.beginning
  return beginning ? completionsOf(db, beginning) : []
}

async function matchesInOrder(
  db: Kysely<Database>,
  { query, plan, sort }: { query: QueryTerms; plan: SearchPlan; sort: SearchSort | undefined },
  window: Window,
): Promise<RankedPage> {
  if (sort === 'newest') return { ranks: await newestMatches(db, plan.anywhere, window) }
  if (sort === 'popular') return { ranks: await popularMatches(db, plan.anywhere, window) }
  return rankedMatches(db, { plan, terms: query.terms }, window)
}

async function popularMatches(
  db: Kysely<Database>,
  anywhere: Match,
  { offset, limit }: Window,
): Promise<number[]> {
  return (await readRanks(db, anywhere, offset + limit)).slice(offset)
}

/** Where more match than were counted, a full page has another after it. */
function nextPage({ offset, limit }: Window, shown: number, { clips, more }: Count): number | null {
  const total = more && shown === limit ? MAX_OFFSET + limit : clips
  return nextOffset({ offset, count: shown, total })
}

async function sourcesOf(db: Kysely<Database>, ranks: readonly number[]): Promise<Source[]> {
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
  return viewSources(
    db,
    rows.map(({ rank: _rank, ...source }) => source),
  )
}
