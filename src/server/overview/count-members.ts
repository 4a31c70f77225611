import { isAdmin } from '#domain/membership/membership.ts'
import { personFrom, selectPeople } from '#server/accounts/person.ts'
import { inParts } from '#server/db/in-parts.ts'
import { oneOf } from '#server/db/one-of.ts'
import type { Db } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import type { LiveSubscription } from './live-subscriptions.ts'

const PEOPLE_AT_ONCE = 500

/** How many accounts have which membership today, without the admin's. */
export async function countMembers(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { live, signal }: { live: readonly LiveSubscription[]; signal: AbortSignal },
): Promise<{ free: number; pro: number; early_adopter: number }> {
  const counts = { free: 0, pro: 0, early_adopter: 0 }
  for (const ids of inParts(await mayBePaid(db, live), PEOPLE_AT_ONCE)) {
    signal.throwIfAborted()
    const rows = await selectPeople(db)
      .where(oneOf(db, 'users.id', ids))
      .execute()
    for (const ofOne of Map.groupBy(rows, ({ id }) => id).values()) {
      const person = personFrom(ofOne, now())
      if (person && !isAdmin(person) && person.membership !== 'free') counts[person.membership] += 1
    }
    await new Promise(setImmediate)
  }
  const people = await db
    .selectFrom('users')
    .select(({ fn }) => fn.countAll<number | string>().as('rows'))
    .where((users) => users.or([users('role', 'is', null), users('role', '<>', 'admin')]))
    .executeTakeFirstOrThrow()
  counts.free = Math.max(0, Number(people.rows) - counts.pro - counts.early_adopter)
  return counts
}

/** Everybody else is free; these few come from indexes. */
async function mayBePaid(db: Db, live: readonly LiveSubscription[]): Promise<number[]> {
  const testers = await db.selectFrom('testers').select('user_id').where('ended_at', 'is', null).execute()
  const granted = await db
    .selectFrom('users')
    .select('id')
    .where('granted_membership', 'is not', null)
    .execute()
  const ids = [...live, ...testers].flatMap(({ user_id }) => user_id ?? [])
  return [...new Set([...ids, ...granted.map(({ id }) => id)])]
}
