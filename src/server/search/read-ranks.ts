import { type Kysely, type RawBuilder, sql } from 'kysely'
import { LICENSE_TYPES } from '#domain/license.ts'
import { ORIENTATIONS, type SearchFilters } from '#domain/search-filters.ts'
import { engineOf } from '#server/db/engine.ts'
import type { Database } from '#server/db/schema.ts'
import { all, type Expression, fts5Query, needsPlaces, tsQuery, withoutPlaces } from './expression.ts'
import { filterExpressions, LAST_SECOND } from './facet-tokens.ts'
import type { Match } from './search-plan.ts'

/**
 * The ranks of the most popular clips that match, most popular first. One text of all numbers crosses into JavaScript
 * in a tenth of the time of as many rows.
 */
export function readRanks(db: Kysely<Database>, match: Match, limit: number): Promise<number[]> {
  return listed(db, matchingRanks(db, match, limit))
}

/** Of each of several matches the most popular clips, and the most popular of all: each once, read in one go. */
export function readRanksOfEach(
  db: Kysely<Database>,
  matches: readonly { match: Match; limit: number }[],
  mostPopular: number,
): Promise<number[]> {
  const lists = [
    ...matches.map(({ match, limit }) => matchingRanks(db, match, limit)),
    sql`select rank from source_ranks order by rank limit ${mostPopular}`,
  ]
  const each = lists.map((list) => sql`select rank from (${list}) as list`)
  return listed(db, sql`${sql.join(each, sql` union `)} order by rank`)
}

async function listed(db: Kysely<Database>, ranks: RawBuilder<unknown>): Promise<number[]> {
  const list =
    engineOf(db) === 'sqlite'
      ? sql`json_group_array(rank)`
      : sql`cast(coalesce(json_agg(rank), '[]') as text)`
  const { rows } = await sql<{ ranks: string }>`select ${list} as ranks from (${ranks}) as matches`.execute(
    db,
  )
  return JSON.parse(rows[0]!.ranks)
}

/** How many clips match, counted up to `limit`. */
export async function countRanks(db: Kysely<Database>, match: Match, limit: number): Promise<number> {
  const { rows } = await sql<{ clips: number }>`
    select count(*) as clips from (${matchingRanks(db, match, limit)}) as matches`.execute(db)
  return rows[0]!.clips
}

/** The same as a query, to be read within another. */
function matchingRanks(db: Kysely<Database>, match: Match, limit: number): RawBuilder<unknown> {
  return engineOf(db) === 'sqlite'
    ? fullTextRanks(match, limit)
    : sql`select rank from ${bandedMatches(match, limit)}`
}

/** The same with what each clip can be narrowed by, as a table `r` to select from. */
export function matchingFacets(db: Kysely<Database>, match: Match, limit: number): RawBuilder<unknown> {
  return engineOf(db) === 'sqlite'
    ? sql`(${fullTextRanks(match, limit)}) as matches join source_ranks r on r.rank = matches.rank`
    : sql`${bandedMatches(match, limit)} as r`
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

/** A function of the database, since it takes several queries: see migrations 0014 and 0016. */
function bandedMatches(match: Match, limit: number): RawBuilder<unknown> {
  const expression = match.worded ? match.expression : withFilters(match)
  const { orientation, category, license_type, from, to } = columnsOf(match.worded ? match.filters : {})
  const filters = sql.join([
    orientation ?? null,
    category ?? null,
    license_type ?? null,
    from ?? null,
    to ?? null,
  ])
  const asked = sql`${limit}, ${match.after ?? BEFORE_ALL}, ${filters}`
  // Without filters as many words are read either way, and the clips twice.
  const narrowed = [orientation, category, license_type, from, to].some((value) => value !== undefined)
  if (!narrowed || !needsPlaces(expression)) return sql`search_matches(${queryOf(expression)}, ${asked})`
  return sql`search_phrase_matches(${queryOf(expression)}, ${queryOf(withoutPlaces(expression))}, ${asked})`
}

const queryOf = (expression: Expression) => sql`cast(${tsQuery(expression)} as tsquery)`

const BEFORE_ALL = Number.MIN_SAFE_INTEGER

function withFilters({ expression, filters }: Match) {
  return all([expression, ...filterExpressions(filters)])
}

function filterConditions(filters: SearchFilters): RawBuilder<unknown>[] {
  const { orientation, category, license_type, from, to } = columnsOf(filters)
  return [
    ...(orientation === undefined ? [] : [sql`r.orientation = ${orientation}`]),
    ...(category === undefined ? [] : [sql`r.category = ${category}`]),
    ...(license_type === undefined ? [] : [sql`r.license_type = ${license_type}`]),
    ...(from === undefined ? [] : [sql`r.seconds >= ${from}`]),
    ...(to === undefined ? [] : [sql`r.seconds <= ${to}`]),
  ]
}

/** What the columns of a clip must be, where a filter is set. Seconds from the last one on are one. */
function columnsOf({ orientation, category, license_type, duration_from, duration_to }: SearchFilters) {
  return {
    orientation: orientation && ORIENTATIONS.indexOf(orientation),
    category: category === '' ? undefined : category,
    license_type: license_type && LICENSE_TYPES.indexOf(license_type),
    from: duration_from === undefined ? undefined : Math.min(duration_from, LAST_SECOND),
    to: duration_to === undefined || duration_to >= LAST_SECOND ? undefined : duration_to,
  }
}
