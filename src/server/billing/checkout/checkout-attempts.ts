import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import type Stripe from 'stripe'
import type { CheckoutSession } from '#contract/billing.ts'
import type { Plan } from '#domain/membership/price.ts'
import { instant } from '#server/billing/sync/subscription-facts.ts'
import type { Database } from '#server/db/schema.ts'

/** Stripe forgets idempotency keys after a day. */
const KEY_LIFE_MS = 23 * 60 * 60 * 1000

export interface Attempt {
  id: number
  idempotency_key: string
  /** Where another tab has just opened it. */
  opened: CheckoutSession | undefined
}

interface Wanted {
  userId: number
  plan: Plan
  referral: string
  now: Date
}

/**
 * Written before Stripe is asked, at most one for a person and a plan. One whose end is not known is taken up again under the
 * same key, so that neither two tabs nor a retry open two sessions.
 */
export async function beginAttempt(db: Kysely<Database>, wanted: Wanted): Promise<Attempt> {
  await giveUpOld(db, wanted)
  await insertAttempt(db, wanted)
  const { userId, plan } = wanted
  const row = await db
    .selectFrom('checkout_sessions')
    .select(['id', 'idempotency_key', 'stripe_id', 'url'])
    .where('user_id', '=', userId)
    .where('plan', '=', plan)
    .where('status', 'in', ['creating', 'open'])
    .executeTakeFirst()
  // The one that stood in the way has ended meanwhile.
  if (!row) return beginAttempt(db, wanted)
  const { id, idempotency_key, stripe_id, url } = row
  return { id, idempotency_key, opened: stripe_id && url ? { session_id: stripe_id, url } : undefined }
}

async function insertAttempt(db: Kysely<Database>, { userId, plan, referral, now }: Wanted): Promise<void> {
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

async function giveUpOld(db: Kysely<Database>, { userId, plan, now }: Wanted): Promise<void> {
  await db
    .updateTable('checkout_sessions')
    .set({ status: 'failed' })
    .where('user_id', '=', userId)
    .where('plan', '=', plan)
    .where('status', '=', 'creating')
    .where('created', '<', new Date(now.getTime() - KEY_LIFE_MS).toISOString())
    .execute()
}

export async function noteOpened(
  db: Kysely<Database>,
  { id }: Pick<Attempt, 'id'>,
  session: Stripe.Checkout.Session,
): Promise<void> {
  await db
    .updateTable('checkout_sessions')
    .set({ status: 'open', stripe_id: session.id, url: session.url, expires_at: instant(session.expires_at) })
    .where('id', '=', id)
    .execute()
}

/** The next attempt gets a fresh key. */
export async function noteFailed(db: Kysely<Database>, { id }: Pick<Attempt, 'id'>): Promise<void> {
  await db
    .updateTable('checkout_sessions')
    .set({ status: 'failed' })
    .where('id', '=', id)
    .where('status', '=', 'creating')
    .execute()
}

const ENDS = ['complete', 'expired'] as const

/** Keeps that a session has ended. One that has never opens again, whatever an older answer says. */
export async function noteStatus(db: Kysely<Database>, stripeId: string, said: string | null): Promise<void> {
  const status = ENDS.find((each) => each === said)
  if (!status) return
  await db.updateTable('checkout_sessions').set({ status }).where('stripe_id', '=', stripeId).execute()
}

/** Sessions in which somebody may still pay, as far as is known here; the latest first. */
export async function openAttempts(
  db: Kysely<Database>,
  userId: number,
): Promise<{ stripeId: string; plan: Plan }[]> {
  const rows = await db
    .selectFrom('checkout_sessions')
    .select(['stripe_id', 'plan'])
    .where('user_id', '=', userId)
    .where('status', '=', 'open')
    .orderBy('id', 'desc')
    .execute()
  return rows.flatMap(({ stripe_id, plan }) => (stripe_id ? [{ stripeId: stripe_id, plan }] : []))
}
