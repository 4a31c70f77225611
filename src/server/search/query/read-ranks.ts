import { type RawBuilder, sql } from 'kysely'
import type { SearchFilters } from '#domain/search/filters.ts'
import { engineOf } from '#server/db/engine.ts'
import type { Db } from '#server/db/schema.ts'
import { parameterOf, SEARCH_MATCHES } from '#server/db/search/search-matches.ts'
import { columnConditions } from '#server/list-filters.ts'
import { RANK_GAP } from '#server/search/index/ranks.ts'
import {
  all,
  type Expression,
  fts5Query,
  needsPositions,
  tsQuery,
  withoutPositions,
} from '#server/search/text/expression.ts'
import { filterExpressions } from '#server/search/text/filter-tokens.ts'
import type { Match } from './search-plan.ts'

/** Ranks of the most popular clips that match, most popular first. */
export function readRanks(db: Db, match: Match, limit: number): Promise<number[]> {
  return readList(db, matchingRanks(db, match, limit))
}

/** As one JSON text: ten times as fast as many rows. */
async function readList<Rank>(db: Db, ranks: RawBuilder<unknown>): Promise<Rank[]> {
  const list =
    engineOf(db) === 'sqlite'
      ? sql`json_group_array(rank)`
      : sql`cast(coalesce(json_agg(rank), '[]') as text)`
  const { rows } = await sql<{ ranks: string }>`select ${list} as ranks from (${ranks}) as matches`.execute(
    db,
  )
  return JSON.parse(rows[0]!.ranks)
}

/** A query for the `rank` of the most popular clips of each match, and of the most popular of all, each once. */
export function ranksOfEach(
  db: Db,
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

/** A number of clips; `more` if counting stopped early. */
export interface Count {
  clips: number
  more: boolean
}

/** How many clips match, counted up to `limit` and within PHRASES_CHECKED. */
export async function countRanks(db: Db, match: Match, limit: number): Promise<Count> {
  const { rows } = await sql<{ counted: number; unread: number }>`
    select count(rank) as counted, count(*) - count(rank) as unread
    from (select r.rank from ${sampledFacets(db, match, limit + 1)}) as matches`.execute(db)
  const { counted, unread } = rows[0]!
  return { clips: Math.min(counted, limit), more: counted > limit || unread > 0 }
}

export interface SomeRanks {
  /** The most popular first. */
  ranks: readonly number[]
  /** Whether no other clip matches. */
  isAll: boolean
}

/** Like readRanks, within PHRASES_CHECKED. */
export async function someRanks(db: Db, match: Match, limit: number): Promise<SomeRanks> {
  const all = await readList<number | null>(db, matchingRanks(db, match, limit, PHRASES_CHECKED))
  const ranks = all.filter((rank) => rank !== null)
  return { ranks, isAll: all.length < limit && ranks.length === all.length }
}

/** What is costly in a large catalogue is done with this many of the most popular clips only. */
const POPULAR = 2 ** 16

/**
 * The rank where the most popular clips end, and that of the least popular clip. Two subqueries: SQLite reads a whole
 * index for both in one.
 */
export async function popularEnd(db: Db): Promise<{ upTo: number; last: number }> {
  const end = (which: 'min' | 'max') =>
    db.selectFrom('source_ranks').select(({ fn }) => fn[which]('rank').as('rank'))
  const { first, last } = await db
    .selectNoFrom([end('min').as('first'), end('max').as('last')])
    .executeTakeFirstOrThrow()
  return { upTo: (first ?? 0) + POPULAR * RANK_GAP, last: last ?? 0 }
}

function matchingRanks(db: Db, match: Match, limit: number, phrasesChecked?: number): RawBuilder<unknown> {
  return engineOf(db) === 'sqlite'
    ? fullTextRanks(match, limit)
    : sql`select rank from ${bandedMatches(match, limit, phrasesChecked)}`
}

/** For a count, PostgreSQL checks phrases in at most this many candidates: 8 ms. */
const PHRASES_CHECKED = 1_000

/** A table `r` of matches with their rank and facets. If counting stopped early, the last row has no rank. */
export function sampledFacets(db: Db, match: Match, limit: number): RawBuilder<unknown> {
  return engineOf(db) === 'sqlite'
    ? sql`(${fullTextRanks(match, limit)}) as matches join source_ranks r on r.rank = matches.rank`
    : sql`${bandedMatches(match, limit, PHRASES_CHECKED)} as r`
}

/** Most clips have a filter's token, so FTS5 is slow at them: if words leave few clips, those are filtered. */
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

const FIRST_RANK = Number.MIN_SAFE_INTEGER
const LAST_RANK = Number.MAX_SAFE_INTEGER

/** A database function, because it takes several queries. */
function bandedMatches(
  match: Match,
  limit: number,
  phrasesChecked: number | null = null,
): RawBuilder<unknown> {
  const expression = match.worded ? match.expression : withFilters(match)
  const conditions = match.worded ? columnConditions(match.filters) : []
  const filters = conditions.map(
    ({ column, is, value }) => sql`, ${sql.id(parameterOf(column, is))} => ${value}`,
  )
  const words = needsPositions(expression) ? queryOf(withoutPositions(expression)) : sql`null`
  return sql`${sql.id(SEARCH_MATCHES)}(
    ${queryOf(expression)}, ${words}, ${limit}, ${phrasesChecked}, ${match.after ?? FIRST_RANK}, ${match.upTo ?? LAST_RANK}
    ${sql.join(filters, sql` `)})`
}

const queryOf = (expression: Expression) => sql`cast(${tsQuery(expression)} as tsquery)`

function withFilters({ expression, filters }: Match) {
  return all([expression, ...filterExpressions(filters)])
}

/** On a row `r` of `source_ranks`. */
function filterConditions(filters: SearchFilters): RawBuilder<unknown>[] {
  return columnConditions(filters).map(({ column, is, value }) => {
    const compared = sql`r.${sql.ref(column)} ${sql.raw(is)} ${value}`
    return is === '&' ? sql`(${compared}) <> 0` : compared
  })
}
