import type { MemberLine } from '#contract/studio/members/members.ts'
import { isAdmin } from '#domain/membership/membership.ts'
import { MEMBER_REASONS, type MemberReason } from '#domain/studio/member-filters.ts'
import { type PersonRow, personFrom, selectPeople } from '#server/accounts/person.ts'
import { oneOf } from '#server/db/one-of.ts'
import type { Db } from '#server/db/schema.ts'

/** People as lists show them, in the order of `ids`; deleted ones are left out. */
export async function memberLines(db: Db, ids: readonly number[], now: Date): Promise<MemberLine[]> {
  const rows = await selectPeople(db)
    .select(['users.created', 'users.email_verified_at', 'users.suspended_at'])
    .where(oneOf(db, 'users.id', ids))
    .execute()
  const byId = Map.groupBy(rows, ({ id }) => id)
  return ids.flatMap((id) => {
    const ofOne = byId.get(id)
    const person = ofOne && personFrom(ofOne, now)
    if (!person) return []
    const { created, email_verified_at, suspended_at } = ofOne[0]!
    return {
      ...{ id, name: person.name, email: person.email, email_verified: email_verified_at !== null },
      ...{ membership: person.membership, role: person.role ?? null, is_admin: isAdmin(person) },
      ...{ reasons: reasonsOf(ofOne, now), created, suspended: suspended_at !== null },
    }
  })
}

function reasonsOf(rows: readonly PersonRow[], now: Date): MemberReason[] {
  const { granted_membership, granted_until, tester } = rows[0]!
  const isGranted = granted_membership !== null && (!granted_until || new Date(granted_until) > now)
  const found = new Set<string | false | null>([
    ...rows.map(({ status }) => status),
    isGranted && 'granted',
    tester !== null && 'tester',
  ])
  return MEMBER_REASONS.filter((reason) => found.has(reason))
}
