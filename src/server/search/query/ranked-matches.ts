import type { SearchSort } from '#domain/search/filters.ts'
import { oneOf } from '#server/db/one-of.ts'
import type { Db } from '#server/db/schema.ts'
import { RANK_GAP } from '#server/search/index/ranks.ts'
import type { QueryTerms } from '#server/search/read/term.ts'
import { all } from '#server/search/text/expression.ts'
import { BLOCK_LEVELS, clipsOf, idBlock } from '#server/search/text/filter-tokens.ts'
import { placesOf, readRanks, type SomeRanks } from './read-ranks.ts'
import { byScore } from './score.ts'
import type { Match, SearchPlan } from './search-plan.ts'

/** Matches are counted up to this number; then the answer says "at least". */
export const COUNTED = 1_000
/** The most popular matches that are scored; the rest follow by popularity. */
export const SCORED = 80

export interface Window {
  offset: number
  limit: number
}

interface Ranking {
  plan: SearchPlan
  query: QueryTerms
  /** Weights (0 to 1) by rank of clips that people chose after the same search. */
  chosen: ReadonlyMap<number, number>
  /** Matches that were read. */
  found?: SomeRanks | undefined
}

interface RankedPage {
  ranks: number[]
  /** All matches, if they are known. */
  all?: readonly number[]
}

/** Ranks of one page of matches, in the requested order. */
export async function rankedMatches(
  db: Db,
  { sort, ...ranking }: Ranking & { sort: SearchSort | undefined },
  window: Window,
): Promise<RankedPage> {
  const { plan, query } = ranking
  const end = window.offset + window.limit
  if (sort === 'newest') return { ranks: await newestMatches(db, plan.anywhere, window) }
  if (sort === 'popular') return { ranks: (await readRanks(db, plan.anywhere, end)).slice(window.offset) }
  const first = query.first ? await ranksInOrder(db, plan.anywhere, query.first) : []
  if (first.length === 0) return relevantMatches(db, ranking, window)
  const { ranks, all } = await relevantMatches(db, ranking, { offset: 0, limit: end })
  return { ranks: [...new Set([...first, ...ranks])].slice(window.offset, end), ...(all && { all }) }
}

/** Ranks of those clips that the filters leave, in the order of their ids here. */
async function ranksInOrder(db: Db, match: Match, ids: readonly number[]): Promise<number[]> {
  const left = await readRanks(db, { ...match, expression: clipsOf(ids) }, ids.length)
  if (left.length < 2) return left
  const places = await placesOf(db, 'rank', left)
  return places.sort((a, b) => ids.indexOf(a.source_id) - ids.indexOf(b.source_id)).map(({ rank }) => rank)
}

/** The most popular clips, and those with every term in the title, by score; then the rest. */
async function relevantMatches(
  db: Db,
  { plan, query, chosen, found }: Ranking,
  { offset, limit }: Window,
): Promise<RankedPage> {
  const end = offset + limit
  // With one term, titles alone often fill the page; with several they seldom do, and few clips may match at all.
  const [typed] = plan.titles
  const first = typed && query.terms.length === 1 ? await readRanks(db, typed, end) : []
  if (first.length >= end) return { ranks: chosenFirst(first, chosen).slice(offset, end) }
  const wanted = end + SCORED
  const isRead = found && (found.isAll || found.ranks.length > wanted)
  const read = isRead ? found.ranks : await readRanks(db, plan.anywhere, wanted + 1)
  const all = (isRead ? found.isAll : read.length <= wanted) ? { all: read } : {}
  const popular = read.slice(0, wanted)
  if (popular.length <= SCORED) {
    const scored = await scoredOrder(db, { query, chosen }, popular)
    return { ranks: scored.slice(offset, end), ...all }
  }
  const widest = plan.titles.at(-1)
  const inTitle = widest === undefined ? [] : await readRanks(db, widest, end)
  if (inTitle.length >= end) {
    const typedFirst = first.length > 0 || widest === typed ? first : await readRanks(db, typed!, end)
    const titles = [...new Set([...typedFirst, ...inTitle])]
    return { ranks: chosenFirst(titles, chosen).slice(offset, end), ...all }
  }
  const candidates = [...new Set([...inTitle, ...popular])]
  const scored = inTitle.length + SCORED
  const best = await scoredOrder(db, { query, chosen }, candidates.slice(0, scored))
  return { ranks: [...best, ...candidates.slice(scored)].slice(offset, end), ...all }
}

/** If titles fill the page, the clips that people chose come first. */
function chosenFirst(ranks: number[], chosen: ReadonlyMap<number, number>): number[] {
  if (chosen.size === 0) return ranks
  return ranks.toSorted((a, b) => (chosen.get(b) ?? 0) - (chosen.get(a) ?? 0))
}

async function scoredOrder(
  db: Db,
  { query, chosen }: Omit<Ranking, 'plan' | 'found'>,
  ranks: readonly number[],
): Promise<readonly number[]> {
  if (query.terms.length === 0 || ranks.length < 2) return ranks
  const clips = await db
    .selectFrom('source_texts')
    .select(['rank', 'title_text', 'keyword_text'])
    .where(oneOf(db, 'rank', ranks))
    .execute()
  const scored = byScore(query, clips, chosen)
  // Clips removed meanwhile stay in the list, so that the caller notices.
  return clips.length === ranks.length
    ? scored
    : [...scored, ...ranks.filter((rank) => !scored.includes(rank))]
}

/** Newest first by id, which is never reused. Few matches are sorted; many are read in blocks of ids. */
async function newestMatches(db: Db, anywhere: Match, { offset, limit }: Window): Promise<number[]> {
  const end = offset + limit
  const popular = await readRanks(db, anywhere, COUNTED + 1)
  if (popular.length <= COUNTED) return (await newestFirst(db, popular)).slice(offset, end)
  const level = blockLevel(popular, end)
  const found: number[] = []
  for (let block = await newestBlock(db, level); block >= 0 && found.length < end; block--) {
    const expression = all([idBlock(level, block), anywhere.expression])
    const ranks = await readRanks(db, { ...anywhere, expression, worded: true }, 2 ** level)
    found.push(...(await newestFirst(db, ranks)))
  }
  return found.slice(offset, end)
}

/** The smallest block likely to hold `wanted` matches, if they are as common there as among the popular clips. */
function blockLevel(popular: readonly number[], wanted: number): number {
  const clipsRead = Math.max(popular.at(-1)! / RANK_GAP, popular.length)
  const clipsWanted = (wanted * clipsRead) / popular.length
  return BLOCK_LEVELS.find((level) => 2 ** level >= clipsWanted) ?? BLOCK_LEVELS.at(-1)!
}

async function newestBlock(db: Db, level: number): Promise<number> {
  const { newest } = await db
    .selectFrom('sources')
    .select(({ fn }) => fn.max('id').as('newest'))
    .executeTakeFirstOrThrow()
  return Math.floor((newest ?? 0) / 2 ** level)
}

async function newestFirst(db: Db, ranks: readonly number[]): Promise<number[]> {
  if (ranks.length === 0) return []
  const places = await placesOf(db, 'rank', ranks)
  return places.sort((a, b) => b.source_id - a.source_id).map(({ rank }) => rank)
}
