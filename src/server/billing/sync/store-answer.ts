import type { Kysely, Selectable } from 'kysely'
import type Stripe from 'stripe'
import { engineOf } from '#server/db/engine.ts'
import type { Database } from '#server/db/schema.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import { type Claim, type Owner, ownerOf } from './owner-of.ts'
import {
  factsOf,
  instant,
  isCancelling,
  LIVE,
  MAY_CHARGE,
  type SubscriptionFacts,
} from './subscription-facts.ts'

type Row = Selectable<Database['subscriptions']>

/** What Stripe answered, and to whom it was to answer. */
export interface Answer {
  subscription: Stripe.Subscription
  claim: Claim
  /** Drawn before Stripe was asked. */
  ticket: number
  asked: Date
  /** What this site calls itself in metadata. */
  here: string
}

/** What a subscription rests on after an answer was stored; `userId` is null where it is nobody's. */
export interface Stored {
  id: string
  userId: number | null
}

/**
 * Stores what Stripe said unless a newer answer stands there already, and queues the mails that the change asks for.
 * Undefined for what was not sold here.
 */
export async function storeAnswer(trx: Kysely<Database>, answer: Answer): Promise<Stored | undefined> {
  const { subscription, claim, ticket, here } = answer
  const owner = await ownerOf(trx, claim, here)
  if (owner.kind === 'foreign') return undefined
  const facts = factsOf(subscription)
  const userId = owner.kind === 'member' ? owner.userId : null
  await keepCustomer(trx, { id: claim.customerId, userId, at: answer.asked })
  const isNew = await insert(trx, answer, { facts, userId })
  const before = isNew ? undefined : await lockedRow(trx, subscription.id)
  if (before && before.sync_ticket >= ticket) return { id: before.id, userId: before.user_id }
  const end_reason = before?.end_reason ?? endReasonFor(owner, facts, isNew)
  await trx
    .updateTable('subscriptions')
    .set({
      ...facts,
      user_id: userId,
      customer_id: claim.customerId,
      past_due_since: pastDueSince(answer, before),
      end_reason,
      synced_at: answer.asked.toISOString(),
      sync_ticket: ticket,
    })
    .where('id', '=', subscription.id)
    .execute()
  if (userId !== null && end_reason === null) await tell(trx, { id: subscription.id, userId, before, facts })
  return { id: subscription.id, userId }
}

/** True where it was not known. */
async function insert(
  trx: Kysely<Database>,
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

/** Locked until the transaction ends; SQLite has locked everything. */
function lockedRow(trx: Kysely<Database>, id: string): Promise<Row> {
  const query = trx.selectFrom('subscriptions').selectAll().where('id', '=', id)
  return (engineOf(trx) === 'postgres' ? query.forUpdate() : query).executeTakeFirstOrThrow()
}

interface KnownCustomer {
  id: string
  userId: number | null
  at: Date
}

/** One customer is a person's own, the first; further ones made elsewhere are known without being it. */
export async function keepCustomer(trx: Kysely<Database>, { id, userId, at }: KnownCustomer): Promise<void> {
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

/** A subscription of a deleted account ends; what was paid for it before anybody here knew of it goes back. */
function endReasonFor({ kind }: Owner, { status }: SubscriptionFacts, isNew: boolean): Row['end_reason'] {
  if (kind !== 'gone' || !MAY_CHARGE.includes(status)) return null
  return isNew ? 'unclaimed' : 'accountGone'
}

/** Since the first invoice that was not paid fell due, so that it does not matter when that was heard of. */
function pastDueSince({ subscription, asked }: Answer, before: Row | undefined): string | null {
  if (subscription.status !== 'past_due') return null
  if (before?.past_due_since) return before.past_due_since
  const invoice = subscription.latest_invoice
  const due = typeof invoice === 'object' ? invoice?.status_transitions.finalized_at : undefined
  return due ? instant(due) : asked.toISOString()
}

interface Change {
  id: string
  userId: number
  before: Row | undefined
  facts: SubscriptionFacts
}

/** Writes to a member who has bought, or who has cancelled here or at Stripe. */
async function tell(trx: Kysely<Database>, { id, userId, before, facts }: Change): Promise<void> {
  if (!LIVE.includes(facts.status)) return
  const about = { userId, subscription: id }
  if (!before) await queueMail(trx, { mail: 'membershipBegan', ...about })
  else if (isCancelling(facts) && !isCancelling(before))
    await queueMail(trx, { mail: 'membershipCancelled', ...about })
}
