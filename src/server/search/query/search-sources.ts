import type { AnswerOf, Facets, SearchAnswer } from '#contract/clips/search.ts'
import { AppError } from '#contract/errors.ts'
import { isNarrowed } from '#domain/address/list-query.ts'
import { MAX_OFFSET, nextOffset } from '#domain/clips/paging.ts'
import type { SearchFilters, SearchSort } from '#domain/search/filters.ts'
import { findCategory } from '#server/clips/list-categories.ts'
import { CLIPS_COUNTED, type ListDeps, listClips, pageSizeOf } from '#server/clips/list-sources.ts'
import { type ReadClips, readSources } from '#server/clips/source-view.ts'
import type { Db } from '#server/db/schema.ts'
import { choicesFor } from '#server/search/choices/choices.ts'
import { marksOf, type QueryTerms } from '#server/search/read/term.ts'
import { rulesOf } from '#server/search/rules/read-rules.ts'
import type { SearchRules } from '#server/search/rules/search-rules.ts'
import { timedSearch } from '#server/trace/signals.ts'
import { ENOUGH, type Group } from './closeness.ts'
import type { Creator } from './creators.ts'
import { COUNTED, rankedMatches, SCORED, type Window } from './ranked-matches.ts'
import {
  type Count,
  countRanks,
  idsOf,
  placesOf,
  readRanks,
  type SomeRanks,
  someRanks,
} from './read-ranks.ts'
import { clipsBy, type ReadSearch, readSearch } from './read-search.ts'
import { countOf, countWithFacets, NO_FACETS } from './search-facets.ts'
import { matchOfAny, type SearchPlan, searchPlan } from './search-plan.ts'

export interface Search extends SearchFilters {
  text: string
  offset: number
  sort?: SearchSort
  /** Whether to count how many clips each filter would leave. */
  facets?: boolean
  /** Rules to try instead of the operator's. */
  rules?: SearchRules
}

/**
 * Clips that match an English or Japanese text by title and keywords, best first; an empty text lists the default clips.
 * Misspelt words are corrected. If few clips have all of it, close ones follow.
 * @throws AppError('badRequest') for a category that does not exist
 */
export function searchSources(deps: ListDeps, search: Search): Promise<SearchAnswer> {
  return searchClips(deps, search, readSources)
}

/** The same with clips in any form. */
export function searchClips<Clip>(
  deps: ListDeps,
  search: Search,
  read: ReadClips<Clip>,
): Promise<AnswerOf<Clip>> {
  return timedSearch('results', () => find(deps, search, read))
}

async function find<Clip>(deps: ListDeps, search: Search, read: ReadClips<Clip>): Promise<AnswerOf<Clip>> {
  if (isDefaultList(search)) return defaultList(deps, search, read)
  const rules = search.rules ?? (await rulesOf(deps))
  const isRanked = search.sort === undefined || search.sort === 'relevance'
  const pins = isRanked ? rules.pinOf(search.text, deps.now?.())?.clips : undefined
  const reading = () => readSearch(deps.db, search.text, { rules, pins })
  const answer = await answerTo(deps, { search, reading, read })
  if (answer.total === 0 && search.category && !(await findCategory(deps, search.category)))
    throw new AppError('badRequest', 'category: there is no such category')
  return answer
}

/** A page of a creator's clips. */
export function creatorClips<Clip>(
  deps: ListDeps,
  { creator, ...search }: Omit<Search, 'text'> & { creator: Creator },
  read: ReadClips<Clip>,
): Promise<AnswerOf<Clip>> {
  const { groups } = clipsBy(creator)
  const reading = async () => ({ groups })
  return answerTo(deps, { search: { ...search, text: creator.name }, reading, read })
}

function isDefaultList(search: Search): boolean {
  return search.text.trim() === '' && !isNarrowed(search) && !search.facets && search.sort !== 'newest'
}

async function defaultList<Clip>(
  deps: ListDeps,
  search: Search,
  read: ReadClips<Clip>,
): Promise<AnswerOf<Clip>> {
  const list = await listClips(deps, search, read)
  const answer = { ...list, exact_total: list.total }
  return list.total < CLIPS_COUNTED ? answer : { ...answer, total_at_least: true }
}

/** A rebuild or a removed clip may change the index between two reads; then the answer is computed again. */
const RETRIES = 2

interface Answering<Clip> {
  search: Search
  reading: () => Promise<ReadSearch>
  read: ReadClips<Clip>
}

async function answerTo<Clip>(
  deps: ListDeps,
  answering: Answering<Clip>,
  retries = RETRIES,
): Promise<AnswerOf<Clip>> {
  const { db } = deps
  const { search } = answering
  const read = await answering.reading()
  const window = { offset: search.offset, limit: pageSizeOf(deps) }
  const chosen =
    search.sort === 'relevance' || !search.sort ? await chosenRanks(db, search.text) : NONE_CHOSEN
  const { ranks, known, before } = await pageOf(db, read.groups, { search, window, chosen })
  const sources = await answering.read(db, await idsOf(db, ranks))
  if (sources.length < ranks.length && retries > 0) return answerTo(deps, answering, retries - 1)
  const queries = read.groups.slice(0, before.length).map(({ query }) => query)
  const counting = () => countsOf(db, queries, { search, known, before: before.at(-1) ?? 0 })
  const { counts } = deps
  const { count, facets } =
    counts && isWholeCategory(search) && ranks.length > 0
      ? await counts.of(`facets of ${search.category}`, counting)
      : await counting()
  // If counting stopped early, the page may reach beyond the count.
  const total = Math.min(COUNTED, Math.max(count.clips, ranks.length > 0 ? search.offset + ranks.length : 0))
  const starts = [...before, total]
  const close = before
    .map((offset, at) => ({ offset, missing: read.groups[at]!.missing }))
    .filter(({ offset, missing }, at) => missing.length > 0 && offset < starts[at + 1]!)
    .filter(({ missing }, at, all) => missing.join('\n') !== all[at - 1]?.missing.join('\n'))
  const marks = sources.length > 0 && queries.length > 0 ? marksOf(queries) : []
  return {
    sources,
    ...(marks.length > 0 ? { marks } : {}),
    offset: search.offset,
    next_offset: nextPage(window, ranks.length, count),
    total,
    exact_total: close[0]?.offset ?? total,
    ...(count.more ? { total_at_least: true } : {}),
    ...(close.length > 0 ? { close } : {}),
    ...(read.instead === undefined ? {} : { searched_instead: read.instead }),
    ...(facets ? { facets } : {}),
  }
}

interface Page {
  search: Search
  window: Window
  chosen: ReadonlyMap<number, number>
}

/**
 * The ranks of a page, group after group; `before`: how many clips come before each group; `known`: all clips, or the most
 * popular ones as far as they are counted.
 */
async function pageOf(
  db: Db,
  groups: readonly Group[],
  { search, window, chosen }: Page,
): Promise<{ ranks: number[]; known?: SomeRanks | undefined; before: number[] }> {
  const { sort } = search
  const ranks: number[] = []
  const known: number[] = []
  const before: number[] = []
  for (const [at, group] of groups.entries()) {
    const { query } = group
    const plan = searchPlan(query, search)
    const offset = Math.max(0, window.offset - known.length)
    const found = await foundOf(db, group, { plan, search, end: offset + window.limit })
    const order = { plan, query, sort, chosen, found }
    const page = await rankedMatches(db, order, { offset, limit: window.limit - ranks.length })
    before.push(known.length)
    ranks.push(...page.ranks)
    const all = found?.isAll ? found.ranks : page.all
    const few = at < groups.length - 1 && (all ?? (await readRanks(db, plan.anywhere, ENOUGH)))
    if (!few || (few.length >= ENOUGH && !query.first)) {
      const some = all ? { ranks: all, isAll: true } : found
      return { ranks, known: some && { ...some, ranks: [...known, ...some.ranks] }, before }
    }
    known.push(...few.slice(0, ENOUGH))
  }
  return { ranks, known: { ranks: known, isAll: true }, before }
}

/** Matches of a group that serve for its page and its count; undefined if filters leave only some of them. */
async function foundOf(
  db: Db,
  { found }: Group,
  { plan, search, end }: { plan: SearchPlan; search: Search; end: number },
): Promise<SomeRanks | undefined> {
  if (!plan.anywhere.worded || isNarrowed(search)) return undefined
  const isEnough = found && (found.isAll || (!search.facets && found.ranks.length > end + SCORED))
  return isEnough ? found : someRanks(db, plan.anywhere, COUNTED + 1)
}

async function countsOf(
  db: Db,
  queries: readonly QueryTerms[],
  { search, known, before }: { search: Search; known: SomeRanks | undefined; before: number },
): Promise<{ count: Count; facets?: Facets }> {
  if (queries.length === 0)
    return { count: { clips: 0, more: false }, ...(search.facets ? { facets: NO_FACETS } : {}) }
  if (search.facets) return countWithFacets(db, queries, { filters: search, known })
  if (known) return { count: countOf(known) }
  // All groups but the last are known.
  const { clips, more } = await countRanks(db, matchOfAny(queries.slice(-1), search), COUNTED - before)
  return { count: { clips: before + clips, more } }
}

/** The page of a category: its counts are the same for every part of its list. */
function isWholeCategory({ text, category, facets, ...others }: Search): boolean {
  return text.trim() === '' && category !== undefined && facets === true && !isNarrowed(others)
}

/** Weights by rank of the clips that people chose after this search. */
async function chosenRanks(db: Db, text: string): Promise<ReadonlyMap<number, number>> {
  const choices = await choicesFor(db, text)
  if (choices.size === 0) return NONE_CHOSEN
  const places = await placesOf(db, 'source_id', [...choices.keys()])
  return new Map(places.map(({ rank, source_id }) => [rank, choices.get(source_id)!]))
}

const NONE_CHOSEN: ReadonlyMap<number, number> = new Map()

/** If counting stopped early, a full page has another after it. */
function nextPage({ offset, limit }: Window, shown: number, { clips, more }: Count): number | null {
  const total = more && shown === limit ? MAX_OFFSET + limit : clips
  return nextOffset({ offset, count: shown, total })
}
