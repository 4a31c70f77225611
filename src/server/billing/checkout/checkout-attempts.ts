import { randomUUID } from 'node:crypto'
import type Stripe from 'stripe'
import type { CheckoutSession } from '#contract/billing/billing.ts'
import { HOUR_MS, instant } from '#domain/dates/spans.ts'
import type { Plan } from '#domain/membership/price.ts'
import type { Db } from '#server/db/schema.ts'

/** Stripe forgets idempotency keys after a day. */
const KEY_LIFE_MS = 23 * HOUR_MS

export interface Attempt {
  id: number
  idempotency_key: string
  /** Set when another tab has just opened it. */
  opened: CheckoutSession | undefined
}

interface Wanted {
  userId: number
  plan: Plan
  referral: string
  now: Date
}

/** At most one per person and plan. A retry reuses its idempotency key, so no second session opens. */
export async function beginAttempt(db: Db, wanted: Wanted): Promise<Attempt> {
  await failOld(db, wanted)
  await insertAttempt(db, wanted)
  const { userId, plan } = wanted
  const row = await db
    .selectFrom('checkout_sessions')
    .select(['id', 'idempotency_key', 'stripe_id', 'url'])
    .where('user_id', '=', userId)
    .where('plan', '=', plan)
    .where('status', 'in', ['creating', 'open'])
    .executeTakeFirst()
  // The attempt that blocked the insert has ended meanwhile.
  if (!row) return beginAttempt(db, wanted)
  const { id, idempotency_key, stripe_id, url } = row
  return { id, idempotency_key, opened: stripe_id && url ? { session_id: stripe_id, url } : undefined }
}

async function insertAttempt(db: Db, { userId, plan, referral, now }: Wanted): Promise<void> {
  await db
    .insertInto('checkout_sessions')
    .values({
      user_id: userId,
      plan,
      referral,
      idempotency_key: `cs:${userId}:${plan}:${randomUUID()}`,
      status: 'creating',
      created: now.toISOString(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

async function failOld(db: Db, { userId, plan, now }: Wanted): Promise<void> {
  await db
    .updateTable('checkout_sessions')
    .set({ status: 'failed' })
    .where('user_id', '=', userId)
    .where('plan', '=', plan)
    .where('status', '=', 'creating')
    .where('created', '<', new Date(now.getTime() - KEY_LIFE_MS).toISOString())
    .execute()
}

export async function storeOpened(
  db: Db,
  { id }: Pick<Attempt, 'id'>,
  session: Stripe.Checkout.Session,
): Promise<void> {
  await db
    .updateTable('checkout_sessions')
    .set({ status: 'open', stripe_id: session.id, url: session.url, expires_at: instant(session.expires_at) })
    .where('id', '=', id)
    .execute()
}

/** The next attempt gets a new key. */
export async function storeFailed(db: Db, { id }: Pick<Attempt, 'id'>): Promise<void> {
  await db
    .updateTable('checkout_sessions')
    .set({ status: 'failed' })
    .where('id', '=', id)
    .where('status', '=', 'creating')
    .execute()
}

const ENDS = ['complete', 'expired'] as const

/** Stores that a session has ended; other statuses are ignored, since an ended session never reopens. */
export async function storeStatus(db: Db, stripeId: string, answered: string | null): Promise<void> {
  const status = ENDS.find((each) => each === answered)
  if (!status) return
  await db.updateTable('checkout_sessions').set({ status }).where('stripe_id', '=', stripeId).execute()
}

/** A person's sessions that may still be paid, newest first. */
export async function openAttempts(db: Db, userId: number): Promise<{ stripeId: string; plan: Plan }[]> {
  const rows = await db
    .selectFrom('checkout_sessions')
    .select(['stripe_id', 'plan'])
    .where('user_id', '=', userId)
    .where('status', '=', 'open')
    .orderBy('id', 'desc')
    .execute()
  return rows.flatMap(({ stripe_id, plan }) => (stripe_id ? [{ stripeId: stripe_id, plan }] : []))
}
