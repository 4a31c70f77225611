import fc from 'fast-check'
import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { membershipFrom } from '#domain/membership/membership.ts'
import { findPerson } from '#server/accounts/person.ts'
import { startCheckout } from '#server/billing/checkout/start-checkout.ts'
import { syncPayment } from '#server/billing/checkout/sync-checkout.ts'
import { receiveEvent } from '#server/billing/inbox/receive-event.ts'
import { cancelMembership, resumeMembership } from '#server/billing/membership/cancel-membership.ts'
import { endCustomerJob, queueEndOfCustomer } from '#server/billing/membership/end-customer.ts'
import type { Database } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { sqliteDatabases } from '../../../../tests/support/database/databases.ts'
import { runs } from '../../../../tests/support/runs.ts'
import { type MortalShop, mortalShop } from '../../../../tests/support/shop/mortal-shop.ts'
import { type Deed, PLANS, SCHEDULE, type Step } from '../../../../tests/support/shop/payment-schedules.ts'
import { handleStored, STRIPE } from '../../../../tests/support/shop/shop.ts'
import { createStripeEmulator, type EmulatorCore } from '../../../../tools/stripe-emulator/create-emulator.ts'
import { signEvent } from '../../../../tools/stripe-emulator/http/webhooks.ts'
import { DAY } from '../../../../tools/stripe-emulator/model/calendar.ts'
import { cancelInPortal } from '../../../../tools/stripe-emulator/model/portal.ts'
import type { Event, Subscription } from '../../../../tools/stripe-emulator/model/state.ts'
import { reconcileAll } from './reconcile-all.ts'
import { type EventsRead, reconcileEvents } from './reconcile-events.ts'

const SCHEDULES = 5000
const TRIED = runs(SCHEDULES)
const { signal } = new AbortController()
const databases = sqliteDatabases()
let db: Kysely<Database>
beforeAll(async () => {
  db = await databases.open()
  await sql`pragma synchronous = off`.execute(db)
  // Each world starts without records.
  await sql`drop trigger audit_records_kept`.execute(db)
})
afterAll(() => databases.close())

interface World {
  userId: number
  emulator: EmulatorCore
  shop: MortalShop
  /** Sent by Stripe, not delivered yet. */
  told: Event[]
  sessions: string[]
  read: EventsRead | undefined
  at: number
}

const NOON = Date.UTC(2026, 10, 21, 12)
const TABLES = ['jobs', 'stripe_events', 'subscriptions', 'checkout_sessions', 'stripe_customers'] as const

async function aWorld(): Promise<World> {
  for (const table of [...TABLES, 'plan_prices', 'subscription_tickets', 'audit_records', 'users'] as const)
    await db.deleteFrom(table).execute()
  const row = { name: 'Aoi', email: 'a@b', email_normalised: 'a@b', password_hash: '', created: '2026' }
  const { id } = await db.insertInto('users').values(row).returning('id').executeTakeFirstOrThrow()
  const world = { userId: id, told: [], sessions: [], read: undefined, at: NOON } as unknown as World
  world.emulator = createStripeEmulator({ secretKey: STRIPE.secretKey, now: () => world.at })
  world.emulator.account.onEvent((event) => void world.told.push(event))
  start(world)
  return world
}

/** A fresh process. */
function start(world: World): void {
  const { api } = world.emulator
  world.shop = mortalShop({ db, api, now: () => new Date(world.at) })
}

/** Runs a step in a process that may be killed. Refusals and failures are part of a schedule. */
async function take(world: World, { dies, ...deed }: Step): Promise<void> {
  const { shop } = world
  if (dies !== undefined) shop.dieAfter(dies)
  await Promise.race([act(world, deed as Deed).catch(isExpected), shop.death])
  if (shop.isDead()) start(world)
  else shop.dieAfter(Number.POSITIVE_INFINITY)
}

const EXPECTED = /^alreadyPro|^nothingToCancel|^paymentFailed|^notFound|killed|FOREIGN KEY|no result|not open/

function isExpected(error: unknown): void {
  if (error instanceof Error && ('statusCode' in error || 'status' in error)) return
  if (!EXPECTED.test(String((error as Error).message))) throw error
}

async function act(world: World, deed: Deed): Promise<unknown> {
  const { deps } = world.shop
  const { userId, emulator, sessions, told } = world
  switch (deed.kind) {
    case 'checkout':
      return open(world, PLANS[deed.plan])
    case 'twoTabs':
      // If one tab is refused, the other must not go on to the next step.
      return Promise.all(PLANS.map((plan) => open(world, plan).catch(isExpected)))
    case 'pay': {
      const session = sessions[deed.which % sessions.length]
      return session && emulator.control.pay(session, { card: deed.card })
    }
    case 'comeBack': {
      const session = sessions[deed.which % sessions.length]
      return session && syncPayment(deps, userId, session)
    }
    case 'cancel':
      return cancelMembership(deps, userId)
    case 'resume':
      return resumeMembership(deps, userId)
    case 'cancelAtStripe': {
      const live = living(world)[0]
      return live && cancelInPortal(emulator.account, live.id)
    }
    case 'newCard': {
      const [customer] = emulator.control.truth().customers
      return customer && emulator.control.changeCard(customer.id, 'paysToo')
    }
    case 'handle':
      return handleStored(deps)
    case 'compare':
      return reconcileAll(deps, signal)
    case 'leave':
      return leave(world)
    case 'deliver': {
      const event = told[deed.which % told.length]
      for (let times = 0; event && times < deed.times; times++) await deliver(world, event)
      return undefined
    }
    case 'drop':
      return told.splice(deed.which % Math.max(1, told.length), 1)
    case 'wait':
      return wait(world, deed.days)
    case 'fault':
      return emulator.control.fail({ ...FAULTS[deed.fault], times: deed.times })
  }
}

const FAULTS = {
  reset: { kind: 'reset' },
  lost: { kind: 'reset', when: 'after' },
  500: { kind: 'status', status: 500, when: 'after' },
  429: { kind: 'status', status: 429 },
} as const

async function open(world: World, plan: (typeof PLANS)[number]): Promise<void> {
  const { userId, shop, sessions } = world
  const person = await findPerson(shop.deps.db, userId, shop.deps.now())
  if (!person) return
  const { session_id } = await startCheckout(shop.deps, person, { plan, referral: '' })
  sessions.push(session_id)
}

async function deliver({ shop, at }: World, event: Event): Promise<void> {
  const signed = signEvent(event, { secret: STRIPE.webhookSecrets[0]!, at: Math.floor(at / 1000) })
  await receiveEvent(shop.deps, Buffer.from(signed.body), signed.headers['stripe-signature'])
}

/** Deletes the account without asking for the password. */
async function leave({ shop, userId }: World): Promise<void> {
  await shop.deps.db.transaction().execute(async (trx) => {
    await queueEndOfCustomer(trx, userId)
    await trx.deleteFrom('users').where('id', '=', userId).execute()
  })
}

/** With the hourly job, which never misses a day. */
async function wait(world: World, days: number): Promise<void> {
  // For this process; after a kill it is lost.
  const { deps, isDead } = world.shop
  world.emulator.control.clearFaults()
  world.read = await reconcileEvents(deps, { before: world.read, signal })
  await handleStored(deps)
  if (isDead()) return
  world.at += days * DAY * 1000
  world.emulator.control.advance(0)
}

/** Stripe answers, a new process starts, queued jobs run, and everything is reconciled. */
async function reconcile(world: World): Promise<void> {
  world.emulator.control.clearFaults()
  start(world)
  const { deps } = world.shop
  const queued = await db.selectFrom('jobs').selectAll().where('kind', '=', endCustomerJob.kind).execute()
  for (const job of queued)
    await endCustomerJob.run(deps as Deps, JSON.parse(job.payload), { id: job.id, attempts: 1, signal })
  const { failed } = await reconcileAll(deps, signal)
  expect(failed).toBe(0)
}

function living({ emulator }: World): Subscription[] {
  return [...emulator.account.state.subscriptions.values()].filter(({ status }) => status !== 'canceled')
}

/** The membership that Stripe's state gives. */
function trueMembership(world: World): string {
  const { invoices } = world.emulator.account.state
  const subscriptions = living(world).map(({ status, latest_invoice }) => {
    const due = invoices.get(latest_invoice!)?.status_transitions.finalized_at
    return { status, past_due_since: due ? new Date(due * 1000).toISOString() : null }
  })
  return membershipFrom({ granted: undefined, tester: false, subscriptions }, new Date(world.at))
}

/** Paid periods without a refund. Subscriptions ended at once were paid to their end too. */
function paidPeriods({ emulator }: World): { from: number; until: number }[] {
  const { charges, invoices } = emulator.account.state
  return [...charges.values()]
    .filter(({ status, refunded, invoice }) => status === 'succeeded' && refunded === 0 && invoice)
    .map(({ invoice }) => invoices.get(invoice!)!.lines.data[0]!.period)
    .map(({ start, end }) => ({ from: start, until: end }))
    .toSorted((a, b) => a.from - b.from)
}

async function check(world: World): Promise<void> {
  const person = await findPerson(db, world.userId, new Date(world.at))
  const live = living(world)
  expect(live.length).toBeLessThanOrEqual(person ? 1 : 0)
  if (person) expect(person.membership).toBe(trueMembership(world))
  const paid = paidPeriods(world)
  for (const [index, period] of paid.slice(1).entries())
    expect(period.from).toBeGreaterThanOrEqual(paid[index]!.until)
  const audits = await db.selectFrom('audit_records').select('detail').execute()
  expect(new Set(audits.map(({ detail }) => JSON.parse(detail).subscription)).size).toBe(audits.length)
}

/** Cases that the schedules reached; shows when they stop covering something. */
const seen = { deaths: 0, undone: 0, bought: 0 }

// 5000 in the long run, otherwise a share of them.
test(`after ${SCHEDULES} schedules of mishaps and one comparison exactly the payers are members, and have paid once`, async () => {
  const property = fc.asyncProperty(SCHEDULE, async (steps) => {
    const world = await aWorld()
    for (const step of steps) {
      const { shop } = world
      await take(world, step)
      if (shop !== world.shop) seen.deaths++
    }
    await reconcile(world)
    await check(world)
    seen.undone += (await db.selectFrom('audit_records').select('id').execute()).length
    seen.bought += world.emulator.account.state.subscriptions.size
  })
  await fc.assert(property, { numRuns: TRIED })
  expect(seen.deaths).toBeGreaterThan(TRIED / 4)
  expect(seen.bought).toBeGreaterThan(TRIED / 2)
  expect(seen.undone).toBeGreaterThan(TRIED / 20)
}, 600_000)
