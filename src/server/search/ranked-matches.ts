import type { Kysely } from 'kysely'
import type { Database } from '#server/db/schema.ts'
import type { Expression } from './expression.ts'
import type { Term } from './query-terms.ts'
import { countRanks, readRanks } from './read-ranks.ts'
import { byScore } from './score.ts'
import type { SearchPlan } from './search-plan.ts'

/** Matches are counted up to this; beyond it the answer says "at least". */
export const COUNTED = 1_000
/** So many matches beside those in titles are weighed against each other; the rest follow by popularity. */
const WEIGHED = 500

export interface Window {
  offset: number
  limit: number
}

/**
 * Ranks of one page of what matches, best first: clips whose title has every term as whole words, by popularity,
 * then the most popular 500 others by score, then the rest.
 */
export async function rankedMatches(
  db: Kysely<Database>,
  { plan, terms }: { plan: SearchPlan; terms: readonly Term[] },
  { offset, limit }: Window,
): Promise<number[]> {
  const end = offset + limit
  const titles = plan.titleWords ? await readRanks(db, plan.titleWords, end) : []
  if (titles.length >= end) return titles.slice(offset, end)
  const wanted = Math.max(end, titles.length + WEIGHED)
  const inTitle = new Set(titles)
  const others = (await readRanks(db, plan.anywhere, wanted)).filter((rank) => !inTitle.has(rank))
  const weighed = await weigh(db, terms, others.slice(0, WEIGHED))
  return [...titles, ...weighed, ...others.slice(WEIGHED)].slice(offset, end)
}

/** How many clips match, counted up to COUNTED + 1. */
export function countMatches(db: Kysely<Database>, anywhere: Expression): Promise<number> {
  return countRanks(db, anywhere, COUNTED + 1)
}

async function weigh(db: Kysely<Database>, terms: readonly Term[], ranks: number[]): Promise<number[]> {
  if (terms.length === 0 || ranks.length < 2) return ranks
  const clips = await db
    .selectFrom('source_ranks')
    .select(['rank', 'title_text', 'keyword_text'])
    .where('rank', 'in', ranks)
    .execute()
  return byScore(terms, clips)
}
