import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { MemberFilter } from '#contract/studio/members.ts'
import { PAST_DUE_GRACE_MS } from '#domain/membership/membership.ts'
import type { MemberGroup, MemberReason } from '#domain/studio/member-filters.ts'

type Condition = RawBuilder<SqlBool>

/** Rows that an index holds in the order of the accounts: the query up to its condition, and the account's id. */
export interface Place {
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

function subscribed(status: string): Place {
  return {
    from: sql`subscriptions d join users on users.id = d.user_id where d.status = ${status}`,
    id: sql<number>`d.user_id`,
  }
}

const REASONS: Partial<Record<MemberReason, Place>> = { granted: GRANTED, tester: TESTERS }

const GROUPS: Record<MemberGroup, Place[]> = {
  free: [EVERYBODY],
  pro: [...['active', 'trialing', 'past_due'].map(subscribed), GRANTED],
  early_adopter: [TESTERS, GRANTED],
  editor: [STAFF],
  admin: [STAFF],
}

/** The indexes to search for a filter's members; together they hold all of them. */
export function placesOf({ group, reason }: MemberFilter): Place[] {
  if (reason) return [REASONS[reason] ?? subscribed(reason)]
  return group ? GROUPS[group] : [EVERYBODY]
}

/** The conditions of a filter, with the terms of domain/membership/membership.ts. */
export function conditionsOf({ q, group, reason }: MemberFilter, now: Date): Condition[] {
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
