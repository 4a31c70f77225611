import type Stripe from 'stripe'
import { storeStatus } from '#server/billing/checkout/checkout-attempts.ts'
import { handleSubject, unhandledSubjects } from '#server/billing/inbox/handle-event.ts'
import { paymentsOf } from '#server/billing/payments.ts'
import { refreshPrices } from '#server/billing/prices/refresh-prices.ts'
import type { BillingDeps } from '#server/deps.ts'
import { eachAlone } from '#server/jobs/each-alone.ts'
import { ENDED, factsOf, MAY_CHARGE } from './subscription-facts.ts'
import { leaveOne, syncSubscription } from './sync-subscription.ts'

export interface Reconciled {
  /** Subscriptions Stripe lists. */
  listed: number
  /** Subscriptions that differed from our rows. */
  repaired: number
  /** Subscriptions that could not be synced. */
  failed: number
}

/** Syncs the prices, and every subscription at Stripe that differs from our rows. If interrupted, the next run does the rest. */
export async function reconcileAll(deps: BillingDeps, signal: AbortSignal): Promise<Reconciled> {
  await refreshPrices(deps)
  const { listed, differing } = await comparison(deps, signal)
  const toSync = new Set([...differing, ...(await unfinished(deps, listed))])
  async function countFailed<Id extends string | number>(
    what: string,
    ids: Iterable<Id>,
    sync: (deps: BillingDeps, id: Id) => Promise<void>,
  ): Promise<number> {
    const rows = Array.from(ids, (id) => ({ id }))
    return (await eachAlone(deps, rows, { what, signal }, ({ id }) => sync(deps, id))).length
  }
  const subscriptions = await countFailed('subscription', toSync, syncSubscription)
  const users = await countFailed('user', await usersWithSeveral(deps), leaveOne)
  await closeOld(deps)
  const subjects = await countFailed('subject', await unhandledSubjects(deps.db), handleSubject)
  return {
    listed: listed.size,
    repaired: toSync.size - subscriptions,
    failed: subscriptions + users + subjects,
  }
}

/** The subscriptions Stripe lists, which omits ended ones, and those that differ from our rows. */
async function comparison(deps: BillingDeps, signal: AbortSignal) {
  const stripe = await paymentsOf(deps).stripe()
  const listed = new Set<string>()
  const differing: string[] = []
  for await (const subscription of stripe.subscriptions.list({ limit: 100 })) {
    signal.throwIfAborted()
    listed.add(subscription.id)
    if (!(await isUpToDate(deps, subscription))) differing.push(subscription.id)
  }
  return { listed, differing }
}

async function isUpToDate({ db }: BillingDeps, subscription: Stripe.Subscription): Promise<boolean> {
  const row = await db
    .selectFrom('subscriptions')
    .selectAll()
    .where('id', '=', subscription.id)
    .executeTakeFirst()
  if (!row) return false
  return Object.entries(factsOf(subscription)).every(
    ([name, value]) => row[name as keyof typeof row] === value,
  )
}

/** Our rows that are not ended though Stripe no longer lists them or nobody owns them, and those still to be ended. */
async function unfinished({ db }: BillingDeps, listed: ReadonlySet<string>): Promise<string[]> {
  const rows = await db
    .selectFrom('subscriptions')
    .select(['id', 'user_id', 'end_reason', 'end_handled_at'])
    .where(({ or, and, eb }) =>
      or([
        eb('status', 'not in', ENDED),
        and([eb('end_reason', 'is not', null), eb('end_handled_at', 'is', null)]),
      ]),
    )
    .execute()
  const isUnowned = (row: (typeof rows)[number]) => row.user_id === null && row.end_reason === null
  const isToEnd = (row: (typeof rows)[number]) => row.end_reason !== null && row.end_handled_at === null
  return rows.filter((row) => isUnowned(row) || isToEnd(row) || !listed.has(row.id)).map(({ id }) => id)
}

async function usersWithSeveral({ db }: BillingDeps): Promise<number[]> {
  const rows = await db
    .selectFrom('subscriptions')
    .select('user_id')
    .where('user_id', 'is not', null)
    .where('status', 'in', MAY_CHARGE)
    .where('end_reason', 'is', null)
    .groupBy('user_id')
    .having(({ fn }) => fn.countAll(), '>', 1)
    .execute()
  return rows.flatMap(({ user_id }) => (user_id === null ? [] : [user_id]))
}

/** Marks sessions past their time as expired. */
async function closeOld({ db, now }: BillingDeps): Promise<void> {
  const rows = await db
    .selectFrom('checkout_sessions')
    .select('stripe_id')
    .where('status', '=', 'open')
    .where('expires_at', '<', now().toISOString())
    .execute()
  for (const { stripe_id } of rows) if (stripe_id) await storeStatus(db, stripe_id, 'expired')
}
