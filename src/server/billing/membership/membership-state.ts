import type { Selectable } from 'kysely'
import type { MembershipState } from '#contract/billing/billing.ts'
import { isAdmin, isLive, PAST_DUE_GRACE_MS } from '#domain/membership/membership.ts'
import { PLANS, type Plan } from '#domain/membership/price.ts'
import { findPerson } from '#server/accounts/person.ts'
import { customerOf } from '#server/billing/checkout/customers.ts'
import { mayTry } from '#server/billing/checkout/may-try.ts'
import { comingPrice, isCancelling, LIVE, MAY_CHARGE } from '#server/billing/sync/subscription-facts.ts'
import type { Database, Db } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'

type Subscription = Selectable<Database['subscriptions']>
type Details = Omit<MembershipState, 'membership' | 'may_try' | 'has_portal'>

const NOTHING: Details = {
  ground: null,
  plan: null,
  until: null,
  renews: false,
  trial: false,
  next_price: null,
  stays: false,
  past_due: false,
  can_cancel: false,
  can_change: false,
  can_resume: false,
}

/** A membership as the account page shows it. */
export async function membershipState(
  { db, now, payments }: Pick<Deps, 'db' | 'now' | 'payments'>,
  userId: number,
): Promise<MembershipState> {
  const person = await findPerson(db, userId, now())
  const customer = await customerOf(db, userId)
  const details = await detailsOf(db, userId, now())
  return {
    ...(details === NOTHING && isAdmin(person) ? { ...NOTHING, ground: 'admin' } : details),
    membership: person?.membership ?? 'free',
    may_try: await mayTry(db, userId),
    has_portal: customer !== undefined && payments.mode !== 'off',
  }
}

/** In the same order as domain/membership/membership.ts. */
async function detailsOf(db: Db, userId: number, now: Date): Promise<Details> {
  const subscription = await liveSubscription(db, userId, now)
  if (subscription) {
    const shown = ofSubscription(subscription)
    return { ...shown, stays: (await otherGround(db, userId, new Date(shown.until!))) !== undefined }
  }
  const other = await otherGround(db, userId, now)
  if (other) return { ...NOTHING, ...other, can_cancel: true }
  const owing = await chargingSubscription(db, userId)
  if (owing) return { ...NOTHING, plan: planOf(owing), past_due: true, can_cancel: true }
  return NOTHING
}

/** A person's ground for access at a time, subscriptions aside. */
export async function otherGround(
  db: Db,
  userId: number,
  at: Date,
): Promise<Pick<Details, 'ground' | 'until'> | undefined> {
  const grants = await db
    .selectFrom('users')
    .leftJoin('testers', (join) =>
      join.onRef('testers.user_id', '=', 'users.id').on('testers.ended_at', 'is', null),
    )
    .select(['users.granted_membership', 'users.granted_until', 'testers.user_id as tester'])
    .where('users.id', '=', userId)
    .executeTakeFirst()
  if (grants?.tester) return { ground: 'tester', until: null }
  const until = grants?.granted_until ?? null
  const granted = grants?.granted_membership && (!until || new Date(until) > at)
  return granted ? { ground: 'granted', until } : undefined
}

/** The oldest subscription that entitles to membership. */
export async function liveSubscription(db: Db, userId: number, now: Date): Promise<Subscription | undefined> {
  const rows = await db
    .selectFrom('subscriptions')
    .selectAll()
    .where('user_id', '=', userId)
    .where('status', 'in', LIVE)
    .orderBy('created')
    .execute()
  return rows.find((row) => isLive(row, now))
}

/** A subscription that still charges a card, entitled or not: it can be cancelled. */
export function chargingSubscription(db: Db, userId: number): Promise<Subscription | undefined> {
  return db
    .selectFrom('subscriptions')
    .selectAll()
    .where('user_id', '=', userId)
    .where('status', 'in', MAY_CHARGE)
    .orderBy('created')
    .executeTakeFirst()
}

function planOf(row: Subscription): Plan | null {
  return PLANS.find((plan) => plan === row.plan) ?? null
}

/** Whether its plan can be changed: a cancelled or unpaid one is kept or paid first. */
export function mayChangePlan(row: Subscription): boolean {
  return row.status === 'active' && !isCancelling(row) && planOf(row) !== null
}

function ofSubscription(row: Subscription): Omit<Details, 'stays'> {
  const cancelling = isCancelling(row)
  const failedAt = row.status === 'past_due' ? row.past_due_since : null
  const end = failedAt
    ? new Date(Date.parse(failedAt) + PAST_DUE_GRACE_MS).toISOString()
    : (row.cancel_at ?? row.current_period_end)
  return {
    ground: 'subscription',
    plan: planOf(row),
    until: end,
    renews: !cancelling && !failedAt,
    trial: row.status === 'trialing',
    next_price: cancelling ? null : nextPriceOf(row),
    past_due: failedAt !== null,
    can_cancel: !cancelling,
    can_change: mayChangePlan(row),
    can_resume: cancelling,
  }
}

/** After a trial the first price, else the one that a member is moved to. */
function nextPriceOf(row: Subscription): Details['next_price'] {
  const { status, currency, amount, current_period_end } = row
  if (currency === null) return null
  if (status === 'trialing') return amount === null ? null : { amount, currency, from: current_period_end }
  const move = comingPrice(row)
  return move && { currency, ...move }
}
