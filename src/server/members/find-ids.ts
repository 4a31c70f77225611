import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { MemberFilter } from '#contract/studio/members/members.ts'
import { PAST_DUE_GRACE_MS } from '#domain/membership/membership.ts'
import type { MemberGroup, MemberOrder, MemberReason } from '#domain/studio/member-filters.ts'
import { normalisedEmail } from '#server/accounts/find-account.ts'
import type { Db } from '#server/db/schema.ts'

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

type Condition = RawBuilder<SqlBool>

/** Rows that an index holds in the order of the accounts: the query up to its condition, and the account's id. */
interface Place {
  from: RawBuilder<unknown>
  id: RawBuilder<number>
}

const ofUsers = (condition: Condition): Place => ({
  from: sql`users where ${condition}`,
  id: sql<number>`users.id`,
})

const EVERYBODY = ofUsers(sql`true`)
const GRANTED = ofUsers(sql`users.granted_membership is not null`)
const STAFF = ofUsers(sql`users.role is not null`)
const TESTERS: Place = {
  from: sql`testers d join users on users.id = d.user_id where d.ended_at is null`,
  id: sql<number>`d.user_id`,
}

const subscribed = (status: string): Place => ({
  from: sql`subscriptions d join users on users.id = d.user_id where d.status = ${status}`,
  id: sql<number>`d.user_id`,
})

const REASONS: Partial<Record<MemberReason, Place>> = { granted: GRANTED, tester: TESTERS }

const GROUPS: Record<MemberGroup, Place[]> = {
  free: [EVERYBODY],
  pro: [...['active', 'trialing', 'past_due'].map(subscribed), GRANTED],
  early_adopter: [TESTERS, GRANTED],
  editor: [STAFF],
  admin: [STAFF],
}

/** The indexes to search for a filter's members; together they hold all of them. */
function placesOf({ group, reason }: MemberFilter): Place[] {
  if (reason) return [REASONS[reason] ?? subscribed(reason)]
  return group ? GROUPS[group] : [EVERYBODY]
}

/** The conditions of a filter, with the terms of domain/membership/membership.ts. */
function conditionsOf({ q, group, reason }: MemberFilter, now: Date): Condition[] {
  return [
    ...(group ? [isInGroup(group, now)] : []),
    ...(reason === 'granted' ? [isGranted(now)] : []),
    ...(q ? [isMatch(q)] : []),
  ]
}

function isInGroup(group: MemberGroup, now: Date): Condition {
  const [live, granted] = [isLive(now), isGranted(now)]
  const given = (membership: string) =>
    sql<SqlBool>`(${granted} and users.granted_membership = ${membership})`
  if (group === 'pro') return sql`(${live} or (not ${IS_TESTER} and ${given('pro')}))`
  if (group === 'early_adopter') return sql`(not ${live} and (${IS_TESTER} or ${given('early_adopter')}))`
  if (group === 'free') return sql`(not ${live} and not ${IS_TESTER} and not ${granted})`
  return sql`users.role = ${group}`
}

const IS_TESTER: Condition = sql`exists (select 1 from testers t where t.user_id = users.id and t.ended_at is null)`

function isGranted(now: Date): Condition {
  return sql`(users.granted_membership is not null
    and (users.granted_until is null or users.granted_until > ${now.toISOString()}))`
}

function isLive(now: Date): Condition {
  const graceBegan = new Date(now.getTime() - PAST_DUE_GRACE_MS).toISOString()
  return sql`exists (select 1 from subscriptions s where s.user_id = users.id and (s.status in ('active', 'trialing')
    or (s.status = 'past_due' and (s.past_due_since is null or s.past_due_since >= ${graceBegan}))))`
}

/**
 * A part of the name or address, ignoring case, or the id. Also the name as it is written: names keep their width, and
 * SQLite's `lower` knows ASCII only.
 */
function isMatch(q: string): Condition {
  const written = partOf(q)
  const part = partOf(q.normalize('NFKC').toLowerCase())
  const like = sql`(lower(users.name) like ${part} escape '\\' or users.name like ${written} escape '\\'
    or users.email_normalised like ${part} escape '\\')`
  return /^\d{1,15}$/.test(q) ? sql`(users.id = ${Number(q)} or ${like})` : sql`${like}`
}

const partOf = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`
