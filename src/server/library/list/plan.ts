import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { LibraryFilters, LibraryOrder, LibrarySort } from '#domain/studio/library-filters.ts'
import type { Db } from '#server/db/schema.ts'
import { type Condition, conditionsOf, IN_ORDER_ADDED, INDEXED } from './conditions.ts'
import { searchLibrary } from './search-library.ts'

/** If a filter leaves at most this many clips, they are read and sorted. */
const FEW = 5_000

/**
 * How to find a list's clips. Either few enough match to know their ids, or `driver` walks an index in the list's order
 * and checks each clip against `rest`.
 */
export type Plan = FewPlan | WalkPlan

export interface FewPlan {
  ids: number[]
  /** Whether `ids` has only the first matches. */
  more: boolean
  rest: Condition[]
}
export interface WalkPlan {
  ids?: undefined
  driver: Condition[]
  rest: Condition[]
}

export interface Listed extends LibraryFilters, LibraryOrder {}

/** The list's order; the default without a `sort`. */
export const sortOf = ({ q, sort }: Listed): LibrarySort =>
  sort && (sort !== 'relevance' || q) ? sort : q ? 'relevance' : 'added'

export async function planOf(db: Db, listed: Listed): Promise<Plan> {
  const conditions = conditionsOf(db, listed)
  if (listed.q?.trim()) return { ...(await searchLibrary(db, listed.q)), rest: conditions }
  const sort = sortOf(listed)
  const driver = driverOf(conditions, sort)
  const rest = conditions.filter((condition) => !driver.includes(condition))
  if (rest.length === 0) return { driver, rest }
  for (const name of INDEXED) {
    const condition = conditions.find((one) => one.name === name)
    const ids = condition && (await firstIds(db, condition))
    if (ids && ids.length <= FEW)
      return { ids, more: false, rest: conditions.filter((one) => one !== condition) }
  }
  return { driver, rest }
}

/** Sorts with an index per state. */
const OF_ONE_STATE: readonly LibrarySort[] = ['updated', 'title', 'popularity']

/** The part of a filter that one index answers in the order of the list. */
function driverOf(conditions: readonly Condition[], sort: LibrarySort): Condition[] {
  const names = sort === 'added' ? IN_ORDER_ADDED : OF_ONE_STATE.includes(sort) ? (['state'] as const) : []
  const first = names.map((name) => conditions.find((one) => one.name === name)).find((one) => one)
  return conditions.filter((one) => one === first || one.name === sort)
}

/** The order makes PostgreSQL read the index. */
async function firstIds(db: Db, { name, where }: Condition): Promise<number[]> {
  const order = name === 'updated' ? sql`c.updated` : sql`c.added`
  const { rows } = await sql<{ id: number }>`
    select c.id from library c where ${where} order by ${order} desc, c.id desc limit ${FEW + 1}`.execute(db)
  return rows.map(({ id }) => id)
}

/** All conditions; true if there are none. */
export function allOf(conditions: readonly { where: RawBuilder<SqlBool> }[]): RawBuilder<SqlBool> {
  return conditions.length === 0
    ? sql<SqlBool>`1 = 1`
    : sql<SqlBool>`${sql.join(
        conditions.map(({ where }) => where),
        sql` and `,
      )}`
}
