import { type Kysely, type RawBuilder, sql } from 'kysely'
import { LICENSE_TYPES } from '#domain/clips/license.ts'
import { ORIENTATIONS, type SearchFilters } from '#domain/clips/search-filters.ts'
import { engineOf } from '#server/db/engine.ts'
import type { Database } from '#server/db/schema.ts'
import { filterExpressions, LAST_SECOND } from '#server/search/text/facet-tokens.ts'
import { all, type Expression, fts5Query, needsPlaces, tsQuery, withoutPlaces } from './expression.ts'
import type { Match } from './search-plan.ts'

/**
 * The ranks of the most popular clips that match, most popular first. One text of all numbers crosses into JavaScript
 * in a tenth of the time of as many rows.
 */
export function readRanks(db: Kysely<Database>, match: Match, limit: number): Promise<number[]> {
  return listed(db, matchingRanks(db, match, limit))
}

/** Of each of several matches the most popular clips, and the most popular of all, each once: a query of their `rank`. */
export function ranksOfEach(
  db: Kysely<Database>,
  matches: readonly { match: Match; limit: number }[],
  mostPopular: number,
): RawBuilder<unknown> {
  const lists = [
    ...matches.map(({ match, limit }) => matchingRanks(db, match, limit)),
    sql`select rank from source_ranks order by rank limit ${mostPopular}`,
  ]
  return sql.join(
    lists.map((list) => sql`select rank from (${list}) as list`),
    sql` union `,
  )
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

/** So many clips were counted; `more` where counting ended before all of them were. */
export interface Count {
  clips: number
  more: boolean
}

/** How many clips match, counted up to `limit`, and no further than WORDS_READ allows. */
export async function countRanks(db: Kysely<Database>, match: Match, limit: number): Promise<Count> {
  const { rows } = await sql<{ counted: number; unread: number }>`
    select count(rank) as counted, count(*) - count(rank) as unread
    from (select r.rank from ${sampledFacets(db, match, limit + 1)}) as matches`.execute(db)
  const { counted, unread } = rows[0]!
  return { clips: Math.min(counted, limit), more: counted > limit || unread > 0 }
}

/** The same as a query, to be read within another. */
function matchingRanks(db: Kysely<Database>, match: Match, limit: number): RawBuilder<unknown> {
  return engineOf(db) === 'sqlite'
    ? fullTextRanks(match, limit)
    : sql`select rank from ${bandedMatches(match, limit)}`
}

/** Candidates of which PostgreSQL reads, for a count, whether their words stand side by side: 8 ms. */
const WORDS_READ = 1_000

/**
 * The same with what each clip can be narrowed by, as a table `r` to select from. Where counting on would take too long,
 * the last row has no rank: others may match.
 */
export function sampledFacets(db: Kysely<Database>, match: Match, limit: number): RawBuilder<unknown> {
  return engineOf(db) === 'sqlite'
    ? sql`(${fullTextRanks(match, limit)}) as matches join source_ranks r on r.rank = matches.rank`
    : sql`${bandedMatches(match, limit, WORDS_READ)} as r`
}

/**
 * FTS5 gives row ids in order anyway, and stops when it has enough. It steps through every row id of a token that most
 * clips have, so filters are looked up clip by clip where words leave few of them.
 */
function fullTextRanks(match: Match, limit: number): RawBuilder<{ rank: number }> {
  const conditions = match.worded ? filterConditions(match.filters) : []
  const after = match.after === undefined ? sql`` : sql`and f.rowid > ${match.after}`
  const upTo = match.upTo === undefined ? sql`` : sql`and f.rowid <= ${match.upTo}`
  if (conditions.length === 0)
    return sql<{ rank: number }>`
      select f.rowid as rank from source_search f
      where f.source_search match ${fts5Query(withFilters(match))} ${after} ${upTo} order by f.rowid limit ${limit}`
  return sql<{ rank: number }>`
    select f.rowid as rank from source_search f cross join source_ranks r on r.rank = f.rowid
    where f.source_search match ${fts5Query(match.expression)} ${after} ${upTo} and ${sql.join(conditions, sql` and `)}
    order by f.rowid limit ${limit}`
}

/** A function of the database, since it takes several queries: see migration 0017. */
function bandedMatches(match: Match, limit: number, wordsRead: number | null = null): RawBuilder<unknown> {
  const expression = match.worded ? match.expression : withFilters(match)
  const { orientation, category, license_type, from, to } = columnsOf(match.worded ? match.filters : {})
  const filters = [orientation, category, license_type, from, to].map((value) => value ?? null)
  const words = needsPlaces(expression) ? queryOf(withoutPlaces(expression)) : sql`null`
  return sql`search_matches(
    ${queryOf(expression)}, ${words}, ${limit}, ${wordsRead}, ${match.after ?? BEFORE_ALL}, ${match.upTo ?? AFTER_ALL},
    ${sql.join(filters)})`
}

const queryOf = (expression: Expression) => sql`cast(${tsQuery(expression)} as tsquery)`

const BEFORE_ALL = Number.MIN_SAFE_INTEGER
const AFTER_ALL = Number.MAX_SAFE_INTEGER

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
