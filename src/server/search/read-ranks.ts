import { type Kysely, type RawBuilder, sql } from 'kysely'
import { LICENSE_TYPES } from '#domain/license.ts'
import { ORIENTATIONS, type SearchFilters } from '#domain/search-filters.ts'
import { engineOf } from '#server/db/engine.ts'
import type { Database } from '#server/db/schema.ts'
import { all, fts5Query, tsQuery } from './expression.ts'
import { filterExpressions, LAST_SECOND } from './facet-tokens.ts'
import type { Match } from './search-plan.ts'

/** The ranks of the most popular clips that match, most popular first. */
export async function readRanks(db: Kysely<Database>, match: Match, limit: number): Promise<number[]> {
  if (engineOf(db) === 'sqlite') {
    // One text of all numbers crosses into JavaScript in a tenth of the time of as many rows.
    const { rows } = await sql<{ ranks: string }>`
      select json_group_array(rank) as ranks from (${fullTextRanks(match, limit)})`.execute(db)
    return JSON.parse(rows[0]!.ranks)
  }
  const { rows } = await bandedRanks(match, limit).execute(db)
  return rows.map(({ rank }) => rank)
}

/** How many clips match, counted up to `limit`. */
export async function countRanks(db: Kysely<Database>, match: Match, limit: number): Promise<number> {
  const { rows } = await sql<{ clips: number }>`
    select count(*) as clips from (${matchingRanks(db, match, limit)}) as matches`.execute(db)
  return rows[0]!.clips
}

/** The same as a query, to be read within another. */
export function matchingRanks(
  db: Kysely<Database>,
  match: Match,
  limit: number,
): RawBuilder<{ rank: number }> {
  return engineOf(db) === 'sqlite' ? fullTextRanks(match, limit) : bandedRanks(match, limit)
}

/**
 * FTS5 gives row ids in order anyway, and stops when it has enough. It steps through every row id of a token that most
 * clips have, so filters are looked up clip by clip where words leave few of them.
 */
function fullTextRanks(match: Match, limit: number): RawBuilder<{ rank: number }> {
  const conditions = match.worded ? filterConditions(match.filters) : []
  const after = match.after === undefined ? sql`` : sql`and f.rowid > ${match.after}`
  if (conditions.length === 0)
    return sql<{ rank: number }>`
      select f.rowid as rank from source_search f
      where f.source_search match ${fts5Query(withFilters(match))} ${after} order by f.rowid limit ${limit}`
  return sql<{ rank: number }>`
    select f.rowid as rank from source_search f cross join source_ranks r on r.rank = f.rowid
    where f.source_search match ${fts5Query(match.expression)} ${after} and ${sql.join(conditions, sql` and `)}
    order by f.rowid limit ${limit}`
}

/** A function of the database, since it takes several queries: see migrations/0014-search-bands.ts. */
function bandedRanks(match: Match, limit: number): RawBuilder<{ rank: number }> {
  const wanted = sql`cast(${tsQuery(withFilters(match))} as tsquery)`
  return sql<{ rank: number }>`
    select rank from search_ranks(${wanted}, ${limit}, ${match.after ?? BEFORE_ALL}) as matches(rank)`
}

const BEFORE_ALL = Number.MIN_SAFE_INTEGER

function withFilters({ expression, filters }: Match) {
  return all([expression, ...filterExpressions(filters)])
}

function filterConditions(filters: SearchFilters): RawBuilder<unknown>[] {
  const { orientation, category, license_type, duration_from, duration_to } = filters
  return [
    ...(orientation ? [sql`r.orientation = ${ORIENTATIONS.indexOf(orientation)}`] : []),
    ...(category ? [sql`r.category = ${category}`] : []),
    ...(license_type ? [sql`r.license_type = ${LICENSE_TYPES.indexOf(license_type)}`] : []),
    ...(duration_from === undefined ? [] : [sql`r.seconds >= ${Math.min(duration_from, LAST_SECOND)}`]),
    ...(duration_to === undefined || duration_to >= LAST_SECOND ? [] : [sql`r.seconds <= ${duration_to}`]),
  ]
}
