import { type RawBuilder, sql } from 'kysely'
import type { SearchFilters } from '#domain/search/filters.ts'
import { engineOf } from '#server/db/engine.ts'
import { oneOf } from '#server/db/one-of.ts'
import type { Db } from '#server/db/schema.ts'
import { parameterOf, SEARCH_MATCHES } from '#server/db/search/search-matches.ts'
import { columnConditions, INDEXED_FILTERS } from '#server/list-filters.ts'
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
  return readList(db, sql`rank`, sql`(${matchingRanks(db, match, limit)}) as matches`)
}

/** A value of each row, as one JSON text: ten times as fast as many rows. */
async function readList<Value>(
  db: Db,
  value: RawBuilder<unknown>,
  from: RawBuilder<unknown>,
): Promise<Value[]> {
  const list =
    engineOf(db) === 'sqlite'
      ? sql`json_group_array(${value})`
      : sql`cast(coalesce(json_agg(${value}), '[]') as text)`
  const { rows } = await sql<{ list: string }>`select ${list} as list from ${from}`.execute(db)
  return JSON.parse(rows[0]!.list)
}

/** The rank and the id of clips by either. */
export function placesOf(
  db: Db,
  column: 'rank' | 'source_id',
  values: readonly number[],
): Promise<{ rank: number; source_id: number }[]> {
  return db
    .selectFrom('source_ranks')
    .select(['rank', 'source_id'])
    .where(oneOf(db, column, values))
    .execute()
}

/** Ids of clips in the order of these ranks. Clips that were removed meanwhile are left out. */
export async function idsOf(db: Db, ranks: readonly number[]): Promise<number[]> {
  const places = await placesOf(db, 'rank', ranks)
  const idAt = new Map(places.map(({ rank, source_id }) => [rank, source_id]))
  return ranks.flatMap((rank) => idAt.get(rank) ?? [])
}

/** A query for the `rank` of the most popular clips of each match, and of so many of all, each once. */
export function ranksOfEach(
  db: Db,
  matches: readonly { match: Match; limit: number }[],
  mostPopular?: number,
): RawBuilder<unknown> {
  const lists = [
    ...matches.map(({ match, limit }) => matchingRanks(db, match, limit)),
    ...(mostPopular ? [sql`select rank from source_ranks order by rank limit ${mostPopular}`] : []),
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
  const matches = sql`(${matchingRanks(db, match, limit, PHRASES_CHECKED)}) as matches`
  const all = await readList<number | null>(db, sql`rank`, matches)
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

/** A match's rank, null if reading stopped early, and its filter columns in the order of INDEXED_FILTERS. */
export type FacetRow = [rank: number | null, ...(string | number)[]]

/** Matches with their filter columns, the most popular first, within PHRASES_CHECKED. */
export function readFacets(db: Db, match: Match, limit: number): Promise<FacetRow[]> {
  return readFacetRows(db, sampledFacets(db, match, limit))
}

/** The same of clips with these ranks, in any order. */
export function facetsOfRanks(db: Db, ranks: readonly number[]): Promise<FacetRow[]> {
  return readFacetRows(db, sql`source_ranks as r where ${oneOf(db, 'r.rank', ranks)}`)
}

function readFacetRows(db: Db, from: RawBuilder<unknown>): Promise<FacetRow[]> {
  const columns = ['rank', ...INDEXED_FILTERS.map(({ column }) => column)]
  const list = sql.join(columns.map((column) => sql.ref(`r.${column}`)))
  const row = engineOf(db) === 'sqlite' ? sql`json_array(${list})` : sql`json_build_array(${list})`
  return readList(db, row, from)
}

/** A table `r` of matches with their rank and facets. If counting stopped early, the last row has no rank. */
function sampledFacets(db: Db, match: Match, limit: number): RawBuilder<unknown> {
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
