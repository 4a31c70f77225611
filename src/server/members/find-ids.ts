import { sql } from 'kysely'
import type { MemberFilter } from '#contract/studio/members.ts'
import type { MemberOrder } from '#domain/studio/member-filters.ts'
import { normalisedEmail } from '#server/accounts/find-account.ts'
import type { Db } from '#server/db/schema.ts'
import { conditionsOf, type Place, placesOf } from './member-conditions.ts'

/** Accounts read per call if no index leads to the wanted ones: a few milliseconds. */
const LOOKED_AT = 20_000

interface Search {
  filter: MemberFilter
  order: MemberOrder
  after: number | undefined
  limit: number
  now: Date
}

interface Found {
  ids: number[]
  /** Where to go on; null at the end. */
  next: number | null
}

/**
 * Ids of members in the order of their accounts. Paid groups and grounds have an index; a text and free members are
 * searched in a window of accounts.
 */
export async function findIds(db: Db, search: Search): Promise<Found> {
  const { filter, after, limit } = search
  const exact = after === undefined && (await idOfAddress(db, filter))
  if (exact) return { ids: [exact], next: null }
  const window = await windowOf(db, search)
  if (!window) return { ids: [], next: null }
  const found = new Set<number>()
  for (const place of placesOf(filter))
    for (const id of await idsAt(db, place, { ...search, window })) found.add(id)
  const sign = search.order === 'newest' ? -1 : 1
  const ids = [...found].toSorted((a, b) => sign * (a - b))
  if (ids.length > limit) return { ids: ids.slice(0, limit), next: ids[limit - 1]! }
  return { ids, next: window.next }
}

/** A pasted address means exactly that account. */
async function idOfAddress(db: Db, { q, group, reason }: MemberFilter): Promise<number | undefined> {
  if (!q?.includes('@') || group || reason) return undefined
  const query = db.selectFrom('users').select('id').where('email_normalised', '=', normalisedEmail(q))
  return (await query.executeTakeFirst())?.id
}

interface Window {
  /** The first and the last id to include. */
  low: number
  high: number
  next: number | null
}

/** The next ids to look at; undefined when there are none left. */
async function windowOf(db: Db, { filter, order, after }: Search): Promise<Window | undefined> {
  const { last } = await db
    .selectFrom('users')
    .select(({ fn }) => fn.max('id').as('last'))
    .executeTakeFirstOrThrow()
  const low = order === 'newest' ? 1 : (after ?? 0) + 1
  const high = order === 'newest' ? (after ?? (last ?? 0) + 1) - 1 : (last ?? 0)
  if (low > high) return undefined
  // Otherwise nearly every row of an index is a wanted member.
  const isSparse = filter.q || (filter.group === 'free' && !filter.reason)
  if (!isSparse || high - low < LOOKED_AT) return { low, high, next: null }
  return order === 'newest'
    ? { low: high - LOOKED_AT + 1, high, next: high - LOOKED_AT + 1 }
    : { low, high: low + LOOKED_AT - 1, next: low + LOOKED_AT - 1 }
}

/** One more than the limit, if there are. */
async function idsAt(
  db: Db,
  { from, id }: Place,
  { filter, order, limit, now, window }: Search & { window: Window },
): Promise<number[]> {
  const conditions = [sql`${id} between ${window.low} and ${window.high}`, ...conditionsOf(filter, now)]
  const { rows } = await sql<{ id: number }>`
    select distinct ${id} as id from ${from} and ${sql.join(conditions, sql` and `)}
    order by ${id} ${sql.raw(order === 'newest' ? 'desc' : 'asc')} limit ${limit + 1}`.execute(db)
  return rows.map((row) => row.id)
}
