import type { Db } from '#server/db/schema.ts'
import { readQuery } from '#server/search/read/read-query.ts'
import { type QueryTerms, withDescriptions } from '#server/search/read/term.ts'
import { rulesOf } from '#server/search/rules/read-rules.ts'
import { rankedMatches } from './ranked-matches.ts'
import { idsOf } from './read-ranks.ts'
import { isMatched } from './read-search.ts'
import { searchPlan } from './search-plan.ts'

/**
 * Ids of published clips that match a visitor's search, best first, at most `limit`. Misspelt words are corrected, but
 * none is left out: a selection must match the whole text.
 */
export async function searchIds(db: Db, text: string, limit: number): Promise<number[]> {
  const read = await readQuery(db, text, { rules: await rulesOf({ db }) })
  if (read.terms.length + read.excluded.length === 0) return []
  const query = (await isMatched(db, read)) ? read : withDescriptions(read)
  return idsOf(db, await ranksOf(db, query, limit))
}

async function ranksOf(db: Db, query: QueryTerms, limit: number): Promise<number[]> {
  const plan = searchPlan(query, {})
  const order = { plan, query, sort: 'relevance' as const, chosen: new Map<number, number>() }
  return (await rankedMatches(db, order, { offset: 0, limit })).ranks
}
