import { sql } from 'kysely'
import { isAdmin } from '#domain/membership/membership.ts'
import { personFrom, selectPeople } from '#server/accounts/person.ts'
import { countRows } from '#server/db/count-rows.ts'
import { inParts, ROWS_AT_ONCE } from '#server/db/in-parts.ts'
import { oneOf } from '#server/db/one-of.ts'
import type { Db } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'

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
  const isNoAdmin = sql<boolean>`(role is null or role <> 'admin')`
  const people = await countRows(db.selectFrom('users').where(isNoAdmin))
  counts.free = Math.max(0, people - counts.pro - counts.early_adopter)
  return counts
}

/** Everybody else is free; these few come from indexes. */
async function mayBePaid(db: Db, live: readonly LiveSubscription[]): Promise<number[]> {
  const testers = db.selectFrom('testers').select('user_id').where('ended_at', 'is', null)
  const granted = db.selectFrom('users').select('id as user_id').where('granted_membership', 'is not', null)
  const ids = [...live, ...(await testers.execute()), ...(await granted.execute())]
  return [...new Set(ids.flatMap(({ user_id }) => user_id ?? []))]
}

export type LiveSubscription = Awaited<ReturnType<typeof pageOf>>[number]

/** Subscriptions that may count, read in parts so that visitors get the database in between. */
export async function liveSubscriptions(db: Db, signal: AbortSignal): Promise<LiveSubscription[]> {
  const all: LiveSubscription[] = []
  for (let after = ''; ; ) {
    signal.throwIfAborted()
    const rows = await pageOf(db, after)
    all.push(...rows)
    const last = rows[ROWS_AT_ONCE - 1]
    if (!last) return all
    after = last.id
    await new Promise(setImmediate)
  }
}

function pageOf(db: Db, after: string) {
  return db
    .selectFrom('subscriptions')
    .select(['id', 'user_id', 'status', 'plan', 'past_due_since', 'cancel_at_period_end', 'cancel_at'])
    .select(['amount', 'currency', 'end_reason'])
    .where('status', 'in', ['active', 'trialing', 'past_due'])
    .where('id', '>', after)
    .orderBy('id')
    .limit(ROWS_AT_ONCE)
    .execute()
}
