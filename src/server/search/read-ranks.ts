import { type Kysely, sql } from 'kysely'
import { engineOf } from '#server/db/engine.ts'
import type { Database } from '#server/db/schema.ts'
import { type Expression, fts5Query, tsQuery } from './expression.ts'
import { BANDS } from './ranks.ts'

/** The ranks of the most popular clips that match, most popular first. */
export async function readRanks(
  db: Kysely<Database>,
  expression: Expression,
  limit: number,
): Promise<number[]> {
  if (engineOf(db) === 'sqlite') {
    const { rows } = await sql<{ ranks: string }>`
      select json_group_array(rank) as ranks from (${fullTextRanks(expression, limit)})`.execute(db)
    return JSON.parse(rows[0]!.ranks)
  }
  const { rows } = await bandedRanks(expression, limit).execute(db)
  return rows.map(({ rank }) => rank)
}

/** How many clips match, counted up to `limit`. */
export async function countRanks(
  db: Kysely<Database>,
  expression: Expression,
  limit: number,
): Promise<number> {
  const { rows } = await sql<{ clips: number }>`
    select count(*) as clips from (${matchingRanks(db, expression, limit)}) as matches`.execute(db)
  return rows[0]!.clips
}

/** The same as a query, to be read within another. */
export function matchingRanks(db: Kysely<Database>, expression: Expression, limit: number) {
  return engineOf(db) === 'sqlite' ? fullTextRanks(expression, limit) : bandedRanks(expression, limit)
}

/** FTS5 gives row ids in order anyway, and stops when it has enough. */
function fullTextRanks(expression: Expression, limit: number) {
  return sql<{ rank: number }>`
    select rowid as rank from source_search where source_search match ${fts5Query(expression)}
    order by rowid limit ${limit}`
}

/** A function of the database, since it takes several queries: see migrations/0009-search-tokens.ts. */
function bandedRanks(expression: Expression, limit: number) {
  return sql<{ rank: number }>`
    select rank from search_ranks(${tsQuery(expression)}, ${limit}, ${BANDS}) as matches(rank)`
}
