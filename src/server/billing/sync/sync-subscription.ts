import { endAtOnce } from '#server/billing/membership/end-at-once.ts'
import type { BillingDeps } from '#server/billing/payments.ts'
import { refreshSubscription } from './refresh-subscription.ts'
import { rivalsOf, settleRivals } from './rivals.ts'

/**
 * Asks Stripe what a subscription is now, keeps it, and does what follows: ends what is to be ended, leaves a person one of
 * several. May be broken off and repeated at any point.
 */
export async function syncSubscription(deps: BillingDeps, id: string): Promise<void> {
  const stored = await refreshSubscription(deps, id)
  if (!stored) return
  await endAtOnce(deps, id)
  if (stored.userId !== null) await leaveOne(deps, stored.userId)
}

/** Two live subscriptions of one person: the newer is ended and paid back. */
export async function leaveOne(deps: BillingDeps, userId: number): Promise<void> {
  const rivals = await rivalsOf(deps.db, userId)
  if (rivals.length < 2) return
  // What is known of the others may be old, and the newer must not go because the older seemed to live.
  for (const { id } of rivals) await refreshSubscription(deps, id)
  const losers = await deps.db.transaction().execute((trx) => settleRivals(trx, userId))
  for (const id of losers) await endAtOnce(deps, id)
}
