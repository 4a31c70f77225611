import type { Selectable } from 'kysely'
import type Stripe from 'stripe'
import { AppError } from '#contract/errors.ts'
import { DAY_MS, instant } from '#domain/dates/spans.ts'
import { renewalFrom } from '#domain/membership/next-charge.ts'
import { PLANS, type Plan } from '#domain/membership/price.ts'
import { type Actor, audit } from '#server/audit.ts'
import { paymentsOf } from '#server/billing/payments.ts'
import { unlessMissing } from '#server/billing/stripe-failure.ts'
import { MAY_CHARGE } from '#server/billing/sync/subscription-facts.ts'
import { syncSubscription } from '#server/billing/sync/sync-subscription.ts'
import type { Database, Db } from '#server/db/schema.ts'
import type { BillingDeps } from '#server/deps.ts'
import { eachAlone, throwFailed } from '#server/jobs/each-alone.ts'
import type { RecurringJob } from '#server/jobs/job.ts'
import { runNow } from '#server/jobs/job-rows.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import { listOffers, priceOf } from './offers.ts'

/** The mail comes this long before the renewal; a nearer renewal is left as it is. */
const NOTICE_MS = 30 * DAY_MS
/** The job runs hourly, and has a day to send it. */
const ANNOUNCING_MS = NOTICE_MS + DAY_MS
/** Stripe gets the price this long before the renewal: late, so that a move can be stopped. */
const MOVING_MS = DAY_MS

interface Paid {
  plan: Plan
  currency: string
  /** What they pay now. */
  amount: number
}

/** Moves all who pay this to what new members pay. @throws AppError('notFound') if new members pay the same, or nothing is sold */
export async function startMove(
  deps: BillingDeps,
  { plan, currency, amount, by }: Paid & { by: Actor },
): Promise<void> {
  const { db, events, now } = deps
  const offer = (await listOffers(deps)).find((each) => each.currency === currency)
  const to = offer?.amounts[plan]
  if (!to || to === amount) throw new AppError('notFound', 'new members pay no other price')
  await db.transaction().execute(async (trx) => {
    await payingThis(trx, { plan, currency, amount })
      .set({ move_state: 'waiting', move_amount: to, move_at: null })
      .where(({ or, eb }) => or([eb('move_state', 'is', null), eb('move_state', '=', 'failed')]))
      .execute()
    const detail = { plan, currency, from: amount, to }
    await audit(trx, { actor: by, action: 'billing.move', userId: null, detail, at: now() })
    await runNow(trx, moveMembersJob.kind)
  })
  events.emit('jobQueued')
}

/** Leaves all who pay this where they are, but those whom Stripe is being told of; who has had the mail gets another. */
export async function stopMove(
  { db, events, now }: BillingDeps,
  { plan, currency, amount, by }: Paid & { by: Actor },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const stop = { move_state: null, move_amount: null, move_at: null }
    const told = await payingThis(trx, { plan, currency, amount })
      .set(stop)
      .where('move_state', '=', 'announced')
      .returning(['id', 'user_id'])
      .execute()
    await payingThis(trx, { plan, currency, amount })
      .set(stop)
      .where('move_state', 'in', ['waiting', 'failed'])
      .execute()
    for (const { id, user_id } of told)
      if (user_id !== null) await queueMail(trx, { mail: 'priceStays', userId: user_id, subscription: id })
    const detail = { plan, currency, amount }
    await audit(trx, { actor: by, action: 'billing.stop_move', userId: null, detail, at: now() })
  })
  events.emit('jobQueued')
}

function payingThis(trx: Db, { plan, currency, amount }: Paid) {
  return trx
    .updateTable('subscriptions')
    .where('plan', '=', plan)
    .where('currency', '=', currency)
    .where('amount', '=', amount)
    .where('status', 'in', MAY_CHARGE)
    .where('end_reason', 'is', null)
}

/** Takes each member a step further: announced a month ahead, moved the day before. Can be killed and repeated. */
export const moveMembersJob: RecurringJob = {
  kind: 'billing.moves',
  everySeconds: 60 * 60,
  run: (deps, { signal }) => moveMembers(deps, signal),
}

export async function moveMembers(deps: BillingDeps, signal?: AbortSignal): Promise<void> {
  await followPrices(deps)
  const at = deps.now().getTime()
  const before = (ms: number) => new Date(at + ms).toISOString()
  const due = await deps.db
    .selectFrom('subscriptions')
    .select(['id', 'user_id', 'plan', 'currency', 'move_state', 'move_amount', 'move_at'])
    .where('end_reason', 'is', null)
    .where(({ or, and, eb }) =>
      or([
        and([
          eb('move_state', '=', 'waiting'),
          eb('status', '=', 'active'),
          // Who has cancelled gets no mail until they come back.
          eb('cancel_at', 'is', null),
          eb('cancel_at_period_end', '=', 0),
          or([eb('move_at', 'is', null), eb('move_at', '<=', before(ANNOUNCING_MS))]),
        ]),
        and([eb('move_state', 'in', ['announced', 'moving']), eb('move_at', '<=', before(MOVING_MS))]),
        and([eb('move_state', '=', 'moved'), eb('move_at', '<=', before(0))]),
      ]),
    )
    .execute()
  const what = 'member who moves'
  throwFailed(what, await eachAlone(deps, due, { what, signal }, (row) => step(deps, row)))
}

type Due = Pick<
  Selectable<Database['subscriptions']>,
  'id' | 'user_id' | 'plan' | 'currency' | 'move_state' | 'move_amount' | 'move_at'
>

function step(deps: BillingDeps, row: Due): Promise<unknown> {
  if (row.move_state === 'waiting') return announce(deps, row)
  if (row.move_state === 'moved') return change(deps.db, row.id, ['moved'], null)
  if (row.move_at! <= deps.now().toISOString()) return giveUp(deps, row)
  return move(deps, row)
}

/** The new price may have changed again, or a member have come to it by another way. */
async function followPrices(deps: BillingDeps): Promise<void> {
  for (const { currency, amounts } of await listOffers(deps)) {
    for (const plan of PLANS) {
      const amount = amounts[plan]
      if (!amount) continue
      const moving = deps.db
        .updateTable('subscriptions')
        .where('plan', '=', plan)
        .where('currency', '=', currency)
        .where('move_state', 'in', ['waiting', 'announced'])
      await moving
        .set({ move_state: null, move_amount: null, move_at: null })
        .where('amount', '=', amount)
        .execute()
      await moving
        .set({ move_state: 'waiting', move_amount: amount, move_at: null })
        .where('move_amount', '<>', amount)
        .execute()
    }
  }
}

/** Finds the renewal, and sends the mail once that is a month ahead. */
async function announce(deps: BillingDeps, { id, user_id, plan: key }: Due): Promise<void> {
  const { db, now } = deps
  const subscription = await fetched(deps, id)
  const plan = PLANS.find((each) => each === key)
  const end = subscription?.items.data[0]?.current_period_end
  if (!subscription || !plan || !end || subscription.status !== 'active') return syncSubscription(deps, id)
  // A schedule made by hand has prices of its own.
  if (subscription.schedule) return change(db, id, ['waiting'], 'failed')
  const from = new Date(now().getTime() + NOTICE_MS)
  const [next, anchor] = [new Date(end * 1000), new Date(subscription.billing_cycle_anchor * 1000)]
  const isRegular = renewalFrom(plan, anchor, next).getTime() === next.getTime()
  const at = next >= from ? next : renewalFrom(plan, isRegular ? anchor : next, from)
  const isNear = at.getTime() <= now().getTime() + ANNOUNCING_MS
  await db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('subscriptions')
      .set({ move_at: at.toISOString(), move_state: isNear ? 'announced' : 'waiting' })
      .where('id', '=', id)
      .where('move_state', '=', 'waiting')
      .executeTakeFirst()
    if (isNear && numUpdatedRows > 0n && user_id !== null)
      await queueMail(trx, { mail: 'priceChanges', userId: user_id, subscription: id })
  })
}

/**
 * Without proration the price holds from the next invoice on. A subscription schedule would do the same, and Stripe then
 * refuses to cancel the subscription itself.
 */
async function move(deps: BillingDeps, row: Due): Promise<void> {
  const { id, currency, move_amount, move_at } = row
  const { db, now } = deps
  const subscription = await fetched(deps, id)
  const item = subscription?.items.data[0]
  if (!item || subscription.status !== 'active') return syncSubscription(deps, id)
  // Announced anew, for the renewal that comes now.
  if (instant(item.current_period_end) !== move_at) return change(db, id, ['announced', 'moving'], 'waiting')
  const { price_id, amounts } = await priceOf(deps, row.plan as Plan)
  if (amounts[currency!]?.amount !== move_amount)
    throw new Error('the price is not the one that was announced')
  // From here on it cannot be stopped.
  await change(db, id, ['announced', 'moving'], 'moving')
  const state = await db
    .selectFrom('subscriptions')
    .select('move_state')
    .where('id', '=', id)
    .executeTakeFirst()
  if (state?.move_state !== 'moving') return
  if (item.price.id !== price_id) {
    const stripe = await paymentsOf(deps).stripe()
    const items = [{ id: item.id, price: price_id }]
    await stripe.subscriptions.update(id, { items, proration_behavior: 'none' })
  }
  await syncSubscription(deps, id)
  await change(db, id, ['moving'], move_at > now().toISOString() ? 'moved' : null)
}

/** Its time has passed. Who renewed at the old price stays there until the admin starts anew. */
async function giveUp(deps: BillingDeps, { id, user_id, move_amount }: Due): Promise<void> {
  await syncSubscription(deps, id)
  await deps.db.transaction().execute(async (trx) => {
    const row = await trx.selectFrom('subscriptions').select('amount').where('id', '=', id).executeTakeFirst()
    const hasMoved = row?.amount === move_amount
    await change(trx, id, ['announced', 'moving'], hasMoved ? null : 'failed')
    if (!hasMoved && user_id !== null)
      await queueMail(trx, { mail: 'priceStays', userId: user_id, subscription: id })
  })
}

async function fetched(deps: BillingDeps, id: string): Promise<Stripe.Subscription | undefined> {
  const stripe = await paymentsOf(deps).stripe()
  return unlessMissing(stripe.subscriptions.retrieve(id))
}

type State = 'waiting' | 'announced' | 'moving' | 'moved' | 'failed'

async function change(db: Db, id: string, from: State[], to: State | null): Promise<void> {
  await db
    .updateTable('subscriptions')
    .set({ move_state: to, ...(to === null && { move_amount: null, move_at: null }) })
    .where('id', '=', id)
    .where('move_state', 'in', from)
    .execute()
}
