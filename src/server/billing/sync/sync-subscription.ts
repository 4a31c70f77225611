import type { BillingDeps } from '#server/deps.ts'
import { endAtOnce } from './end-at-once.ts'
import { refreshSubscription } from './refresh-subscription.ts'
import { rivalsOf, settleRivals } from './rivals.ts'

/** Fetches and stores a subscription, ends it if marked so, and leaves its owner only one. Can be repeated. */
export async function syncSubscription(deps: BillingDeps, id: string): Promise<void> {
  const stored = await refreshSubscription(deps, id)
  if (!stored) return
  await endAtOnce(deps, id)
  if (stored.userId !== null) await leaveOne(deps, stored.userId)
}

/** Ends all but one of a person's subscriptions; newer ones are refunded. */
export async function leaveOne(deps: BillingDeps, userId: number): Promise<void> {
  const rivals = await rivalsOf(deps.db, userId)
  if (rivals.length < 2) return
  // Our rows may be stale: a newer one must not be ended because of an older one that has ended.
  for (const { id } of rivals) await refreshSubscription(deps, id)
  const losers = await deps.db.transaction().execute((trx) => settleRivals(trx, userId))
  for (const id of losers) await endAtOnce(deps, id)
}
