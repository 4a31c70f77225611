import type { Kysely } from 'kysely'
import { PAGE_SIZE } from '#domain/clips/paging.ts'
import type { SearchFilters } from '#domain/search/filters.ts'
import type { Database } from '#server/db/schema.ts'
import { rankedMatches } from '#server/search/query/ranked-matches.ts'
import { countWithFacets } from '#server/search/query/search-facets.ts'
import { searchPlan } from '#server/search/query/search-plan.ts'
import { readQuery } from '#server/search/read/read-query.ts'

export interface Asked {
  text: string
  filters: SearchFilters
  sort?: 'newest'
}

/** The best 40 clips, as ranks: the cost of search alone, without reading the clips. */
export function firstPage(db: Kysely<Database>, asked: Asked): Promise<unknown> {
  return pageAt(db, asked, 0)
}

export async function pageAt(db: Kysely<Database>, asked: Asked, offset: number): Promise<unknown> {
  const { query, plan } = await planOf(db, asked)
  return rankedMatches(db, { plan, query, sort: asked.sort, chosen: new Map() }, { offset, limit: PAGE_SIZE })
}

export async function countsAndFacets(db: Kysely<Database>, asked: Asked): Promise<unknown> {
  const { query } = await planOf(db, asked)
  return countWithFacets(db, [query], { filters: asked.filters })
}

async function planOf(db: Kysely<Database>, { text, filters }: Asked) {
  const query = await readQuery(db, text)
  return { query, plan: searchPlan(query, filters) }
}
