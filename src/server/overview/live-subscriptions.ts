import { ROWS_AT_ONCE } from '#server/db/in-parts.ts'
import type { Db } from '#server/db/schema.ts'

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
