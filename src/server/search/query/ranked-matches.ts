import type { Kysely } from 'kysely'
import { oneOf } from '#server/db/one-of.ts'
import type { Database } from '#server/db/schema.ts'
import type { Term } from './query-terms.ts'
import { type Count, countRanks, readRanks } from './read-ranks.ts'
import { byScore } from './score.ts'
import type { Match, SearchPlan } from './search-plan.ts'

/** Matches are counted up to this; beyond it the answer says "at least". */
export const COUNTED = 1_000
/** So many matches are weighed against each other; what follows them is in order of popularity. */
const WEIGHED = 80

export interface Window {
  offset: number
  limit: number
}

export interface RankedPage {
  ranks: number[]
  /** How many clips match, where all of them had to be read. */
  total?: number
}

/**
 * Ranks of one page of what matches, best first: clips whose title has every term as whole words, by popularity; then
 * the most popular of the others by score; then the rest. Where few match, all are weighed, which puts titles first too.
 */
export async function rankedMatches(
  db: Kysely<Database>,
  { plan, terms }: { plan: SearchPlan; terms: readonly Term[] },
  { offset, limit }: Window,
): Promise<RankedPage> {
  const end = offset + limit
  // Of one term titles alone often fill the page; of several they seldom do, and few clips may match at all.
  const first = terms.length === 1 ? await readRanks(db, plan.titleWords!, end) : []
  if (first.length >= end) return { ranks: first.slice(offset, end) }
  const popular = await readRanks(db, plan.anywhere, Math.max(end, WEIGHED) + 1)
  if (popular.length <= WEIGHED) {
    const weighed = await weigh(db, terms, popular)
    return { ranks: weighed.slice(offset, end), total: popular.length }
  }
  const titles = plan.titleWords && terms.length > 1 ? await readRanks(db, plan.titleWords, end) : first
  if (titles.length >= end) return { ranks: titles.slice(offset, end) }
  const others = await othersThan(db, titles, { plan, popular })
  const weighed = await weigh(db, terms, others.slice(0, WEIGHED))
  return { ranks: [...titles, ...weighed, ...others.slice(WEIGHED)].slice(offset, end) }
}

/** How many clips match, counted up to COUNTED. */
export function countMatches(db: Kysely<Database>, anywhere: Match): Promise<Count> {
  return countRanks(db, anywhere, COUNTED)
}

/** Matches by popularity without those in titles, as many as are weighed or more. What was read is not read again. */
async function othersThan(
  db: Kysely<Database>,
  titles: readonly number[],
  { plan, popular }: { plan: SearchPlan; popular: number[] },
): Promise<number[]> {
  const inTitle = new Set(titles)
  const lacking = titles.length + WEIGHED - popular.length
  const more = { ...plan.anywhere, after: popular.at(-1)! }
  const read = lacking > 0 ? [...popular, ...(await readRanks(db, more, lacking))] : popular
  return read.filter((rank) => !inTitle.has(rank))
}

async function weigh(db: Kysely<Database>, terms: readonly Term[], ranks: number[]): Promise<number[]> {
  if (terms.length === 0 || ranks.length < 2) return ranks
  const clips = await db
    .selectFrom('source_texts')
    .select(['rank', 'title_text', 'keyword_text'])
    .where(oneOf(db, 'rank', ranks))
    .execute()
  const weighed = byScore(terms, clips)
  // Those that have gone meanwhile stay in the list, so that the caller sees that some are missing.
  return clips.length === ranks.length
    ? weighed
    : [...weighed, ...ranks.filter((rank) => !weighed.includes(rank))]
}
