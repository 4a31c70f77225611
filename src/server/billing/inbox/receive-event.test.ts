import Stripe from 'stripe'
import { expect, test, vi } from 'vitest'
import { membershipState } from '#server/billing/membership/membership-state.ts'
import { runJobs } from '#server/jobs/run-jobs.ts'
import { onSignal } from '#server/trace/signals.ts'
import { describeEachDatabase } from '../../../../tests/support/database/databases.ts'
import { aMember } from '../../../../tests/support/shop/members.ts'
import { type Shop, STRIPE, shopOn } from '../../../../tests/support/shop/shop.ts'
import { stripeEventJob } from './handle-event.ts'
import { receiveEvent } from './receive-event.ts'

const [SECRET, OLD_SECRET] = STRIPE.webhookSecrets as [string, string]

function anEvent(type: string, object: object, more: object = {}): string {
  return JSON.stringify({ id: 'evt_1', object: 'event', type, created: 1, data: { object }, ...more })
}

/** Signed by the real library; `seconds` before the shop's time. */
function signed(shop: Shop, payload: string, { secret = SECRET, seconds = 0 } = {}) {
  const timestamp = Math.floor(shop.deps.now().getTime() / 1000) - seconds
  const header = Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp })
  return [Buffer.from(payload), header] as const
}

function inbox({ deps }: Shop) {
  return deps.db.selectFrom('stripe_events').selectAll().execute()
}

function jobs({ deps }: Shop) {
  return deps.db.selectFrom('jobs').selectAll().where('kind', '=', stripeEventJob.kind).execute()
}

/** Runs queued jobs until the expectation holds. */
async function runUntil({ deps }: Shop, expected: () => Promise<void>): Promise<void> {
  const running = runJobs(deps, [stripeEventJob], { pollMs: 5 })
  await vi.waitFor(expected, { timeout: 10_000 })
  await running.stop()
}

function handleQueued(shop: Shop): Promise<void> {
  return runUntil(shop, async () => expect(await jobs(shop)).toEqual([]))
}

describeEachDatabase('a webhook', (open) => {
  test('is stored once, without the names and addresses in it, and handled by fetching from Stripe', async () => {
    const shop = shopOn(await open(), { webhooks: false })
    const { id } = await aMember(shop.deps)
    await shop.buy(id)
    const [subscription] = shop.emulator.control.truth().subscriptions
    // The event is wrong; the true state is fetched.
    const payload = anEvent('customer.subscription.deleted', { id: subscription!.id, name: '青井' })
    for (let times = 0; times < 3; times++) await receiveEvent(shop.deps, ...signed(shop, payload))
    expect(await inbox(shop)).toMatchObject([{ id: 'evt_1', object_id: subscription!.id, handled_at: null }])
    expect(JSON.stringify(await inbox(shop))).not.toContain('青井')
    expect(await jobs(shop)).toHaveLength(1)
    await handleQueued(shop)
    expect(await membershipState(shop.deps, id)).toMatchObject({ membership: 'pro' })
    expect(await inbox(shop)).toMatchObject([{ handled_at: shop.deps.now().toISOString() }])
  })

  test('of an unknown type is stored as handled', async () => {
    const shop = shopOn(await open())
    await receiveEvent(shop.deps, ...signed(shop, anEvent('radar.early_fraud_warning.created', { id: 'x' })))
    expect(await inbox(shop)).toMatchObject([{ handled_at: shop.deps.now().toISOString() }])
  })

  test('is accepted with the old secret too, and with clocks some minutes apart', async () => {
    const shop = shopOn(await open())
    const payload = anEvent('ping', { id: 'x' })
    await receiveEvent(shop.deps, ...signed(shop, payload, { secret: OLD_SECRET }))
    for (const seconds of [290, -290]) await receiveEvent(shop.deps, ...signed(shop, payload, { seconds }))
    expect(await inbox(shop)).toHaveLength(1)
  })

  test.each([
    ['with a stranger’s secret', { secret: 'whsec_of_a_stranger' }],
    ['of six minutes ago', { seconds: 360 }],
    ['of six minutes ahead', { seconds: -360 }],
  ])('%s is refused and changes nothing', async (_, how) => {
    const shop = shopOn(await open())
    const payload = anEvent('customer.subscription.updated', { id: 'sub_1' })
    await expect(receiveEvent(shop.deps, ...signed(shop, payload, how))).rejects.toMatchObject({
      code: 'webhookInvalid',
    })
    expect(await inbox(shop)).toEqual([])
  })

  test('that is signed but not an event is refused', async () => {
    const shop = shopOn(await open())
    for (const payload of ['', 'not JSON', '{}', 'null', anEvent('x', {}, { id: 'in_1' })])
      await expect(receiveEvent(shop.deps, ...signed(shop, payload))).rejects.toMatchObject({
        code: 'webhookInvalid',
      })
  })

  test('about an object unknown to Stripe is handled, and metrics get its waiting time', async () => {
    const shop = shopOn(await open())
    const waits: number[] = []
    const stop = onSignal('webhook', ({ seconds }) => waits.push(seconds))
    const payload = anEvent('customer.subscription.updated', { id: 'sub_of_nobody' })
    await receiveEvent(shop.deps, ...signed(shop, payload))
    await handleQueued(shop)
    expect((await inbox(shop))[0]?.handled_at).not.toBeNull()
    stop()
    expect(waits).toEqual([0])
  })

  test('that cannot be handled yet waits, and is handled later', async () => {
    const shop = shopOn(await open(), { webhooks: false })
    const { id } = await aMember(shop.deps)
    await shop.buy(id)
    const [subscription] = shop.emulator.control.truth().subscriptions
    const payload = anEvent('customer.subscription.updated', { id: subscription!.id })
    await receiveEvent(shop.deps, ...signed(shop, payload))
    shop.emulator.control.fail({ kind: 'status', status: 429 })
    await runUntil(shop, async () =>
      expect(await jobs(shop)).toMatchObject([{ attempts: 1, locked_by: null, finished_at: null }]),
    )
    expect(await inbox(shop)).toMatchObject([{ handled_at: null }])
    expect(await membershipState(shop.deps, id)).toMatchObject({ membership: 'free' })
    await shop.deps.db.updateTable('jobs').set({ run_at: '2026-01-01T00:00:00.000Z' }).execute()
    await handleQueued(shop)
    expect(await membershipState(shop.deps, id)).toMatchObject({ membership: 'pro' })
  })

  test('is 404 without Stripe', async () => {
    const shop = shopOn(await open())
    shop.deps.payments = { mode: 'off' }
    const given = signed(shop, anEvent('ping', { id: 'x' }))
    await expect(receiveEvent(shop.deps, ...given)).rejects.toMatchObject({ code: 'notFound' })
  })
})
