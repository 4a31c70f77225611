import { createHash } from 'node:crypto'
import type { Selectable } from 'kysely'
import type Stripe from 'stripe'
import { instant } from '#domain/dates/spans.ts'
import { isLive } from '#domain/membership/membership.ts'
import { PLANS } from '#domain/membership/price.ts'
import { lockRows } from '#server/db/locks.ts'
import type { Database, Db } from '#server/db/schema.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import { type Claim, type Owner, ownerOf } from './owner-of.ts'
import { factsOf, isCancelling, LIVE, MAY_CHARGE, type SubscriptionFacts } from './subscription-facts.ts'

type Row = Selectable<Database['subscriptions']>

/** Stripe's answer about a subscription. */
export interface Answer {
  subscription: Stripe.Subscription
  claim: Claim
  /** When the first unpaid invoice of a past-due one fell due, in Unix seconds. */
  unpaidSince?: number | undefined
  /** Drawn before Stripe was asked. */
  ticket: number
  asked: Date
  /** This site in Stripe's metadata. */
  siteHost: string
}

/** `userId` is null when the owner is unknown or gone. */
export interface Stored {
  id: string
  userId: number | null
}

/** Stores an answer, unless a newer one is stored, and queues the mail. Undefined for another site's sale. */
export async function storeAnswer(trx: Db, answer: Answer): Promise<Stored | undefined> {
  const { subscription, claim, ticket, siteHost } = answer
  const owner = await ownerOf(trx, claim, siteHost)
  if (owner.kind === 'foreign') return undefined
  const facts = factsOf(subscription)
  const userId = owner.kind === 'member' ? owner.userId : null
  await storeCustomer(trx, { id: claim.customerId, userId, at: answer.asked })
  const isNew = await insert(trx, answer, { facts, userId })
  const before = isNew ? undefined : await lockedRow(trx, subscription.id)
  if (before && before.sync_ticket >= ticket) return { id: before.id, userId: before.user_id }
  const card = before?.card ?? cardOf(subscription)
  const end_reason =
    before?.end_reason ??
    endReasonFor(owner, facts, isNew) ??
    ((await wasTried(trx, { ...facts, id: subscription.id, card, userId })) ? 'trialUsed' : null)
  const past_due_since = pastDueSince(answer, before)
  await trx
    .updateTable('subscriptions')
    .set({
      ...facts,
      user_id: userId,
      customer_id: claim.customerId,
      past_due_since,
      end_reason,
      card,
      synced_at: answer.asked.toISOString(),
      sync_ticket: ticket,
    })
    .where('id', '=', subscription.id)
    .execute()
  if (userId !== null && end_reason === 'trialUsed' && !before?.end_reason)
    await queueMail(trx, { mail: 'trialUsed', userId })
  if (userId !== null && end_reason === null)
    await queueMembershipMail(trx, {
      id: subscription.id,
      userId,
      before,
      after: { ...facts, past_due_since },
      at: answer.asked,
    })
  return { id: subscription.id, userId }
}

/** True when it was new. */
async function insert(
  trx: Db,
  { subscription, claim, asked }: Answer,
  { facts, userId }: { facts: SubscriptionFacts; userId: number | null },
): Promise<boolean> {
  const row = await trx
    .insertInto('subscriptions')
    .values({
      id: subscription.id,
      customer_id: claim.customerId,
      user_id: userId,
      ...facts,
      synced_at: asked.toISOString(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Locked until the transaction ends; SQLite locks the whole database. */
function lockedRow(trx: Db, id: string): Promise<Row> {
  const query = trx.selectFrom('subscriptions').selectAll().where('id', '=', id)
  return query.$call(lockRows(trx)).executeTakeFirstOrThrow()
}

interface KnownCustomer {
  id: string
  userId: number | null
  at: Date
}

/** A person's first customer is linked to them; others are stored without a link. */
export async function storeCustomer(trx: Db, { id, userId, at }: KnownCustomer): Promise<void> {
  const known = await trx
    .selectFrom('stripe_customers')
    .select('id')
    .where(({ or, eb }) => or([eb('id', '=', id), eb('user_id', '=', userId)]))
    .execute()
  if (known.some((customer) => customer.id === id)) return
  await trx
    .insertInto('stripe_customers')
    .values({ id, user_id: known.length > 0 ? null : userId, created: at.toISOString() })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** A subscription of a deleted account ends; if we never knew of it, it is refunded. */
function endReasonFor({ kind }: Owner, { status }: SubscriptionFacts, isNew: boolean): Row['end_reason'] {
  if (kind !== 'gone' || !MAY_CHARGE.includes(status)) return null
  return isNew ? 'unclaimed' : 'accountGone'
}

/** A hash, so that the database holds nothing of a card. */
function cardOf({ default_payment_method: method }: Stripe.Subscription): string | null {
  const fingerprint = method && typeof method === 'object' ? method.card?.fingerprint : undefined
  return fingerprint ? createHash('sha256').update(fingerprint).digest('base64url') : null
}

interface Tried extends Pick<SubscriptionFacts, 'status' | 'created'> {
  id: string
  card: string | null
  userId: number | null
}

/** Whether a trial is paid for with a card that another account has subscribed with. Its own account is asked at the checkout. */
async function wasTried(trx: Db, { status, created, id, card, userId }: Tried): Promise<boolean> {
  if (status !== 'trialing' || card === null) return false
  const earlier = await trx
    .selectFrom('subscriptions')
    .select('id')
    .where('card', '=', card)
    .where('id', '<>', id)
    .where(({ or, and, eb }) =>
      or([eb('created', '<', created), and([eb('created', '=', created), eb('id', '<', id)])]),
    )
    .where(({ or, eb }) => or([eb('user_id', 'is', null), eb('user_id', '<>', userId)]))
    .limit(1)
    .executeTakeFirst()
  return earlier !== undefined
}

/** When the first unpaid invoice fell due, however late we learn of it. */
function pastDueSince({ subscription, unpaidSince, asked }: Answer, before: Row | undefined): string | null {
  if (subscription.status !== 'past_due') return null
  if (before?.past_due_since) return before.past_due_since
  return unpaidSince ? instant(unpaidSince) : asked.toISOString()
}

interface Change {
  id: string
  userId: number
  before: Row | undefined
  after: SubscriptionFacts & Pick<Row, 'past_due_since'>
  at: Date
}

/** Confirms a purchase, another plan or a cancellation, wherever it was made, and tells of a failed charge and of the end. */
async function queueMembershipMail(trx: Db, { id, userId, before, after, at }: Change): Promise<void> {
  if (before && isLive(before, at) && !isLive(after, at))
    return queueMail(trx, { mail: 'membershipEnded', userId })
  if (!LIVE.includes(after.status)) return
  const about = { userId, subscription: id }
  if (after.past_due_since && !before?.past_due_since)
    await queueMail(trx, { mail: 'paymentFailed', ...about })
  else if (!before) await queueMail(trx, { mail: 'membershipBegan', ...about })
  else if (isCancelling(after) && !isCancelling(before))
    await queueMail(trx, { mail: 'membershipCancelled', ...about })
  else if (before.plan !== after.plan && (PLANS as readonly string[]).includes(before.plan))
    await queueMail(trx, { mail: 'planChanged', ...about })
}
