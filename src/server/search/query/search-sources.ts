import type { Source } from '#contract/clips.ts'
import { AppError } from '#contract/errors.ts'
import type { Facets, SearchAnswer } from '#contract/search.ts'
import { isNarrowed } from '#domain/address/list-query.ts'
import { MAX_OFFSET, nextOffset } from '#domain/clips/paging.ts'
import type { SearchFilters, SearchSort } from '#domain/search/filters.ts'
import { findCategory } from '#server/clips/list-categories.ts'
import { CLIPS_COUNTED, type ListDeps, listSources, pageSizeOf } from '#server/clips/list-sources.ts'
import { viewSources } from '#server/clips/source-view.ts'
import { oneOf } from '#server/db/one-of.ts'
import type { Db } from '#server/db/schema.ts'
import { choicesFor } from '#server/search/choices/choices.ts'
import { correctedText, readQuery } from '#server/search/read/read-query.ts'
import { correctedRuns, correctedWord } from '#server/search/read/run-corrections.ts'
import {
  acrossLanguages,
  marksOf,
  onlyClips,
  orClips,
  type QueryTerms,
  withDescriptions,
} from '#server/search/read/term.ts'
import { rulesOf } from '#server/search/rules/read-rules.ts'
import type { SearchRules } from '#server/search/rules/search-rules.ts'
import { any } from '#server/search/text/expression.ts'
import { idBlock } from '#server/search/text/filter-tokens.ts'
import { hasKanji } from '#server/search/text/scripts.ts'
import { creatorToken } from '#server/search/text/tokens.ts'
import { timedSearch } from '#server/trace/signals.ts'
import { CoOccurrence } from './co-occurrence.ts'
import { type Creator, findCreator, nearCreator } from './creators.ts'
import { COUNTED, rankedMatches, type Window } from './ranked-matches.ts'
import { type Count, countRanks, readRanks } from './read-ranks.ts'
import { isMatched, mayMatch, relax, textOf } from './relax.ts'
import { countWithFacets, NO_FACETS } from './search-facets.ts'
import { searchPlan } from './search-plan.ts'

export interface Search extends SearchFilters {
  text: string
  offset: number
  sort?: SearchSort
  /** Whether to count how many clips each filter would leave. */
  facets?: boolean
  /** Rules to try instead of the operator's. */
  rules?: SearchRules
  /** Ids of clips that are not listed. */
  without?: readonly number[]
}

/** An answer, and other texts that find something if the text itself finds nothing. */
export interface Found {
  answer: SearchAnswer
  others: string[]
}

/**
 * Clips that match an English or Japanese text by title and keywords, best first; an empty text lists the default clips.
 * Misspelt words are corrected. If no clip has every word, descriptions are read, too, and then the words that tell least
 * are left out; the answer says so.
 * @throws AppError('badRequest') for a category that does not exist
 */
export async function searchSources(deps: ListDeps, search: Search): Promise<SearchAnswer> {
  return (await findSources(deps, search)).answer
}

/** Like searchSources, with other texts to offer. */
export function findSources(deps: ListDeps, search: Search): Promise<Found> {
  return timedSearch('results', () => pinnedFirst(deps, search))
}

/** The clips that the operator has pinned to the text come first, in their order; the others follow without them. */
async function pinnedFirst(deps: ListDeps, asked: Search): Promise<Found> {
  const rules = asked.rules ?? (await rulesOf(deps))
  const search = { ...asked, rules }
  const isRanked = search.sort === undefined || search.sort === 'relevance'
  const pin = isRanked ? rules.pinOf(search.text, deps.now?.()) : undefined
  const ranks = pin ? await pinnedRanks(deps.db, pin.clips, search) : []
  if (ranks.length === 0) return find(deps, search)
  const pinned = ranks.slice(search.offset, search.offset + pageSizeOf(deps))
  const offset = Math.max(0, search.offset - ranks.length)
  const { answer } = await find(deps, { ...search, offset, without: pin!.clips })
  const rest = answer.searched_instead === undefined ? answer : emptyAnswer(search)
  const sources = [...(await sourcesOf(deps.db, pinned)), ...rest.sources].slice(0, pageSizeOf(deps))
  const total = ranks.length + rest.total
  const next_offset = nextOffset({ offset: search.offset, count: sources.length, total })
  return { answer: { ...rest, sources, offset: search.offset, next_offset, total }, others: [] }
}

/** Ranks of those pinned clips that the filters leave, in the operator's order. */
async function pinnedRanks(db: Db, clips: readonly number[], filters: SearchFilters): Promise<number[]> {
  const expression = any(clips.map((id) => idBlock(0, id)))
  const left = await readRanks(db, { expression, filters, worded: true }, clips.length)
  const rows = await db
    .selectFrom('source_ranks')
    .select(['rank', 'source_id'])
    .where(oneOf(db, 'rank', left))
    .execute()
  return rows.sort((a, b) => clips.indexOf(a.source_id) - clips.indexOf(b.source_id)).map(({ rank }) => rank)
}

async function find(deps: ListDeps, search: Search & { rules: SearchRules }): Promise<Found> {
  if (isDefaultList(search)) return { answer: await defaultList(deps, search), others: [] }
  const { rules, without } = search
  const meant = rules.knows(search.text)
    ? undefined
    : await correctedBy(deps.db, await correctedWord(deps.db, search.text.trim()))
  if (meant)
    return {
      answer: { ...(await answerTo(deps, search, meant.query)), searched_instead: meant.text },
      others: [],
    }
  const number = await clipNumberIn(deps.db, search.text)
  const read = await readQuery(deps.db, search.text, { rules })
  const creator = await findCreator(deps.db, search.text)
  if (!creator && read.corrections.size > 0) {
    const meant = await nearCreator(deps.db, search.text, { isWhole: true })
    if (meant) return { answer: await answerInstead(deps, search, meant), others: [] }
  }
  const query = without
    ? withoutClips(withClips(read, { number, creator }), without)
    : withClips(read, { number, creator })
  const translated = acrossLanguages(query)
  const coOccurrence = new CoOccurrence(deps.db, translated)
  const maybe = await mayMatch(translated, coOccurrence)
  const answer = maybe ? await answerTo(deps, search, query) : emptyAnswer(search)
  if (answer.total > 0) return { answer: { ...answer, ...insteadOf(search, query) }, others: [] }
  if (search.category && !(await findCategory(deps, search.category)))
    throw new AppError('badRequest', 'category: there is no such category')
  if (!isNarrowed(search)) coOccurrence.noteUnmatched(query)
  // Clips match without the filters: the page offers to remove them.
  if (await coOccurrence.isMatched(query)) return { answer, others: [] }
  // Clips match without the exclusions: the page offers to remove those, too.
  if (query.excluded.length > 0 && (await coOccurrence.isMatched({ ...query, excluded: [] })))
    return { answer, others: [] }
  if (maybe && (await coOccurrence.isMatched(translated))) {
    const found = await answerTo(deps, search, translated)
    return { answer: { ...found, ...insteadOf(search, query) }, others: [] }
  }
  const isLong = query.terms.length > MOST_DESCRIBED
  const described = withDescriptions(query)
  if (!isLong && (await coOccurrence.isMatched(described))) {
    const found = await answerTo(deps, search, described)
    return { answer: { ...found, ...insteadOf(search, query) }, others: [] }
  }
  const near = isLong || creator ? undefined : await nearCreator(deps.db, search.text)
  if (near) return { answer: await answerInstead(deps, search, near), others: [] }
  const corrected = isLong ? undefined : await correctedQuery(deps.db, search.text)
  if (corrected) {
    const found = await answerTo(deps, search, corrected.query)
    return { answer: { ...found, searched_instead: corrected.text }, others: [] }
  }
  const relaxed = await relax(deps.db, translated, coOccurrence)
  if (!relaxed) return { answer, others: [] }
  const fewer = await answerTo(deps, search, relaxed.query)
  const instead = correctedText(textOf(relaxed.query), query)
  return {
    answer: {
      ...fewer,
      // If a text is found by its parts, it is still the same search.
      ...(instead === search.text ? {} : { searched_instead: instead }),
      ...(relaxed.leftOut.length > 0 ? { left_out: asTyped(relaxed.leftOut, search.text, query) } : {}),
    },
    others: relaxed.others,
  }
}

/** A page of a creator's clips. */
export function creatorSources(
  deps: ListDeps,
  { key, name }: Creator,
  search: Omit<Search, 'text'>,
): Promise<SearchAnswer> {
  return answerTo(deps, { ...search, text: name }, onlyClips(creatorToken(key), name))
}

async function answerInstead(deps: ListDeps, search: Search, creator: Creator): Promise<SearchAnswer> {
  return { ...(await creatorSources(deps, creator, search)), searched_instead: creator.name }
}

function withClips(
  query: QueryTerms,
  { number, creator }: { number: number | undefined; creator: Creator | undefined },
): QueryTerms {
  const named = creator ? orClips(query, creatorToken(creator.key)) : query
  return number === undefined ? named : { ...orClips(named, idBlock(0, number)), number }
}

function withoutClips(query: QueryTerms, clips: readonly number[]): QueryTerms {
  const { terms } = onlyClips(any(clips.map((id) => idBlock(0, id))), '')
  return { ...query, excluded: [...query.excluded, ...terms] }
}

/** A clip's number, alone or as people write numbers: #12, No. 12. */
const NUMBER = /^\s*(?:#|no\.?)?\s*(\d{1,15})\s*$/i

/** The number that a text is, if a clip has it. */
async function clipNumberIn(db: Db, text: string): Promise<number | undefined> {
  const [, digits] = NUMBER.exec(text.normalize('NFKC')) ?? []
  if (digits === undefined) return undefined
  const clip = db.selectFrom('sources').select('id').where('id', '=', Number(digits))
  return (await clip.executeTakeFirst())?.id
}

/** The words as the visitor typed them, before they were corrected and folded. */
function asTyped(words: readonly string[], text: string, { corrections }: QueryTerms): string[] {
  const typed = words.map((word) => {
    const [misspelt] = [...corrections].find(([, meant]) => meant.split(' ').includes(word)) ?? [word]
    const at = text.toLowerCase().indexOf(misspelt)
    return at < 0 ? misspelt : text.slice(at, at + misspelt.length)
  })
  return [...new Set(typed)]
}

/** Wrong conversions are corrected in typed texts only; longer ones are pasted. */
const LONGEST_CORRECTED = 32
/** Readings of a text to try; each is a search. */
const MOST_CORRECTED = 8

/** The intended text behind wrong kanji, if any clip matches it. */
async function correctedQuery(
  db: Db,
  text: string,
): Promise<{ text: string; query: QueryTerms } | undefined> {
  if (!hasKanji(text) || text.length > LONGEST_CORRECTED) return undefined
  return correctedBy(db, (await correctedRuns(db, text)).slice(0, MOST_CORRECTED))
}

/** The first of some texts that any clip matches. */
async function correctedBy(
  db: Db,
  texts: readonly string[],
): Promise<{ text: string; query: QueryTerms } | undefined> {
  for (const text of texts) {
    const query = await readQuery(db, text)
    if (await isMatched(db, query)) return { text, query }
  }
  return undefined
}

/** No sentence of a description has more terms, and neither has a text with one wrong conversion. */
const MOST_DESCRIBED = 6

function insteadOf({ text }: Search, query: QueryTerms): Pick<SearchAnswer, 'searched_instead'> {
  return query.corrections.size > 0 ? { searched_instead: correctedText(text, query) } : {}
}

function isDefaultList({ text, sort, facets, offset: _offset, ...filters }: Search): boolean {
  const isFiltered = Object.values(filters).some((value) => value !== undefined)
  return text.trim() === '' && !isFiltered && !facets && sort !== 'newest'
}

async function defaultList(deps: ListDeps, search: Search): Promise<SearchAnswer> {
  const list = await listSources(deps, search)
  return list.total < CLIPS_COUNTED ? list : { ...list, total_at_least: true }
}

/** A rebuild or a removed clip may change the index between two reads; then the answer is computed again. */
const RETRIES = 2

async function answerTo(
  deps: ListDeps,
  search: Search,
  query: QueryTerms,
  retries = RETRIES,
): Promise<SearchAnswer> {
  const { db } = deps
  // A text without searchable words is not an empty text.
  if (search.text.trim() !== '' && query.terms.length + query.excluded.length === 0)
    return emptyAnswer(search)
  const plan = searchPlan(query, { filters: search })
  const chosen =
    search.sort === 'relevance' || !search.sort ? await chosenRanks(db, search.text) : NONE_CHOSEN
  const window = { offset: search.offset, limit: pageSizeOf(deps) }
  const order = { plan, query, sort: search.sort, chosen, number: query.number }
  const { ranks, all } = await rankedMatches(db, order, window)
  const sources = await sourcesOf(db, ranks)
  if (sources.length < ranks.length && retries > 0) return answerTo(deps, search, query, retries - 1)
  const counting = () => countsOf(db, query, { search, plan, all })
  const { counts } = deps
  const { count, facets } =
    counts && isWholeCategory(search) && ranks.length > 0
      ? await counts.of(`facets of ${search.category}`, counting)
      : await counting()
  const marks = sources.length > 0 ? marksOf(query) : []
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

interface Counted {
  search: Search
  plan: ReturnType<typeof searchPlan>
  all: readonly number[] | undefined
}

async function countsOf(
  db: Db,
  query: QueryTerms,
  { search, plan, all }: Counted,
): Promise<{ count: Count; facets?: Facets }> {
  if (search.facets) return countWithFacets(db, query, { filters: search, all })
  return { count: all ? { clips: all.length, more: false } : await countRanks(db, plan.anywhere, COUNTED) }
}

/** The page of a category: its counts are the same for every part of its list. */
function isWholeCategory({
  text,
  category,
  facets,
  offset: _offset,
  sort: _sort,
  ...filters
}: Search): boolean {
  const isFiltered = Object.values(filters).some((value) => value !== undefined)
  return text.trim() === '' && category !== undefined && facets === true && !isFiltered
}

/** Weights by rank of the clips that people chose after this search. */
async function chosenRanks(db: Db, text: string): Promise<ReadonlyMap<number, number>> {
  const choices = await choicesFor(db, text)
  if (choices.size === 0) return NONE_CHOSEN
  const rows = await db
    .selectFrom('source_ranks')
    .select(['rank', 'source_id'])
    .where(oneOf(db, 'source_id', [...choices.keys()]))
    .execute()
  return new Map(rows.map(({ rank, source_id }) => [rank, choices.get(source_id)!]))
}

const NONE_CHOSEN: ReadonlyMap<number, number> = new Map()

function emptyAnswer({ offset, facets }: Search): SearchAnswer {
  return { sources: [], offset, next_offset: null, total: 0, ...(facets ? { facets: NO_FACETS } : {}) }
}

/** If counting stopped early, a full page has another after it. */
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
