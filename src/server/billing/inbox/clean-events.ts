import type { Deps } from '#server/deps.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** Stripe itself shows events for thirty days, and sends none again after that. */
const EVENTS_KEPT_MS = 40 * DAY_MS
/** Attempts to pay that came to nothing. */
const ATTEMPTS_KEPT_MS = 90 * DAY_MS

/** Forgets events that were handled, and attempts to pay that came to nothing, some weeks later. */
export async function cleanEvents({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  const before = (ms: number) => new Date(now().getTime() - ms).toISOString()
  await db.deleteFrom('stripe_events').where('handled_at', '<', before(EVENTS_KEPT_MS)).execute()
  await db
    .deleteFrom('checkout_sessions')
    .where('status', 'in', ['failed', 'expired'])
    .where('created', '<', before(ATTEMPTS_KEPT_MS))
    .execute()
}
