import { expect, test, vi } from 'vitest'
import { cleanBilling } from '#server/billing/billing-jobs.ts'
import { LISTED_TYPES } from '#server/billing/inbox/event-subject.ts'
import { announceRenewals } from '#server/billing/mail/renewal-notice.ts'
import { membershipState } from '#server/billing/membership/membership-state.ts'
import { describePlainSql } from '../../../../tests/support/database/databases.ts'
import { aMember } from '../../../../tests/support/shop/members.ts'
import { handleStored, shopOn } from '../../../../tests/support/shop/shop.ts'
import { DAY, HOUR } from '../../../../tools/stripe-emulator/model/calendar.ts'
import { reconcileAll } from './reconcile-all.ts'
import { reconcileEvents } from './reconcile-events.ts'

const { signal } = new AbortController()

describePlainSql('reconciliation', (open) => {
  test('hourly handles missed webhooks, and continues where it stopped', async () => {
    const shop = shopOn(await open(), { webhooks: false })
    const { id } = await aMember(shop.deps)
    await shop.buy(id)
    const first = await reconcileEvents(shop.deps, { before: undefined, signal })
    expect(first.missed).toBeGreaterThan(0)
    await handleStored(shop.deps)
    expect(await membershipState(shop.deps, id)).toMatchObject({ membership: 'pro' })
    expect(await reconcileEvents(shop.deps, { before: first, signal })).toEqual({ ...first, missed: 0 })
    const [subscription] = shop.emulator.control.truth().subscriptions
    shop.pass(HOUR * 1000)
    await shop.stripe.subscriptions.cancel(subscription!.id)
    const second = await reconcileEvents(shop.deps, { before: first, signal })
    expect(second.latest - first.latest).toBe(HOUR)
    await handleStored(shop.deps)
    expect(await membershipState(shop.deps, id)).toMatchObject({ membership: 'free' })
  })

  test('the first run looks back a day', async () => {
    const shop = shopOn(await open(), { webhooks: false })
    const { id } = await aMember(shop.deps)
    await shop.buy(id)
    shop.pass(23 * HOUR * 1000)
    expect((await reconcileEvents(shop.deps, { before: undefined, signal })).missed).toBeGreaterThan(0)
  })

  test('hourly sees an event that Stripe lists some minutes late', async () => {
    const shop = shopOn(await open(), { webhooks: false })
    const { id } = await aMember(shop.deps)
    await shop.buy(id)
    const latest = shop.emulator.control.truth().now + 4 * 60
    await reconcileEvents(shop.deps, { before: { latest, missed: 0 }, signal })
    await handleStored(shop.deps)
    expect(await membershipState(shop.deps, id)).toMatchObject({ membership: 'pro' })
  })

  test('daily reports failures, and does the rest', async () => {
    const shop = shopOn(await open(), { webhooks: false })
    const { id } = await aMember(shop.deps)
    await shop.buy(id)
    await reconcileAll(shop.deps, signal)
    const [first] = await shop.deps.db.selectFrom('subscriptions').selectAll().execute()
    // A second one, which Stripe does not list, and whose answer fails.
    await shop.deps.db
      .insertInto('subscriptions')
      .values({ ...first!, id: 'sub_2', status: 'active' })
      .execute()
    shop.emulator.control.fail({
      kind: 'status',
      status: 400,
      route: 'GET /v1/subscriptions/sub_2',
      times: 2,
    })
    const at = shop.deps.now().toISOString()
    const event = { type: 'customer.subscription.updated', payload: '{}', created: at, received_at: at }
    await shop.deps.db
      .insertInto('stripe_events')
      .values({ ...event, id: 'evt_1', object_id: 'cs_1', handled_at: null })
      .execute()
    shop.emulator.control.fail({ kind: 'status', status: 400, route: 'GET /v1/checkout/sessions/cs_1' })
    expect(await reconcileAll(shop.deps, signal)).toEqual({ listed: 1, repaired: 0, failed: 3 })
    expect(await reconcileAll(shop.deps, signal)).toMatchObject({ failed: 0 })
    const left = shop.deps.db.selectFrom('subscriptions').select('id').where('status', '=', 'active')
    expect(await left.execute()).toEqual([{ id: first!.id }])
  })

  test('hourly overlaps with the last run, and stops on abort', async () => {
    const shop = shopOn(await open(), { webhooks: false })
    const { id } = await aMember(shop.deps)
    await shop.buy(id)
    const list = vi.spyOn(shop.stripe.events, 'list')
    await expect(
      reconcileEvents(shop.deps, { before: { latest: 1000, missed: 3 }, signal: AbortSignal.abort() }),
    ).rejects.toThrow('aborted')
    expect(list.mock.calls).toMatchObject([[{ created: { gte: 700 }, types: LISTED_TYPES, limit: 100 }]])
    const events = await shop.deps.db.selectFrom('stripe_events').select('id').execute()
    expect(events).toEqual([])
    const { latest } = await reconcileEvents(shop.deps, { before: undefined, signal })
    const now = Math.floor(shop.deps.now().getTime() / 1000)
    expect(list.mock.calls[1]).toMatchObject([{ created: { gte: now - 86_400 - 300 } }])
    expect(latest).toBeGreaterThan(now - 10)
    expect(shop.logged.filter((line) => line.includes('webhooks missed'))).toHaveLength(1)
    await reconcileEvents(shop.deps, { before: { latest, missed: 0 }, signal })
    expect(shop.logged.filter((line) => line.includes('webhooks missed'))).toHaveLength(1)
  })

  test('logs only subscriptions with an unknown buyer', async () => {
    const shop = shopOn(await open(), { webhooks: false })
    const { id } = await aMember(shop.deps)
    await shop.buy(id)
    await reconcileAll(shop.deps, signal)
    const complaints = () => shop.logged.filter((line) => line.includes('without an owner'))
    expect(complaints()).toEqual([])
    const { account } = shop.emulator
    for (const one of account.state.subscriptions.values()) one.metadata = { site: 'nagare.example' }
    for (const one of account.state.customers.values()) one.metadata = {}
    for (const one of account.state.sessions.values()) one.client_reference_id = null
    await shop.deps.db.deleteFrom('subscriptions').execute()
    await shop.deps.db.deleteFrom('stripe_customers').execute()
    await reconcileAll(shop.deps, signal)
    expect(complaints()).toHaveLength(1)
    expect(await membershipState(shop.deps, id)).toMatchObject({ membership: 'free' })
  })

  test('daily repairs only what differs', async () => {
    const shop = shopOn(await open(), { webhooks: false })
    const members = [await aMember(shop.deps), await aMember(shop.deps), await aMember(shop.deps)]
    for (const { id } of members) await shop.buy(id)
    expect(await reconcileAll(shop.deps, signal)).toEqual({ listed: 3, repaired: 3, failed: 0 })
    expect(await reconcileAll(shop.deps, signal)).toEqual({ listed: 3, repaired: 0, failed: 0 })
    const [one, two] = shop.emulator.control.truth().subscriptions
    await shop.stripe.subscriptions.cancel(one!.id)
    await shop.stripe.subscriptions.update(two!.id, { cancel_at_period_end: true })
    expect(await reconcileAll(shop.deps, signal)).toEqual({ listed: 2, repaired: 2, failed: 0 })
    const states = members.map(({ id }) => membershipState(shop.deps, id))
    expect(await Promise.all(states)).toMatchObject([
      { membership: 'free' },
      { membership: 'pro', can_resume: true },
      { membership: 'pro', can_resume: false },
    ])
  })

  test('daily continues after a failure', async () => {
    const shop = shopOn(await open(), { webhooks: false })
    const [one, two] = [await aMember(shop.deps), await aMember(shop.deps)]
    for (const { id } of [one, two]) await shop.buy(id)
    const [, newest] = shop.emulator.control.truth().subscriptions
    const route = `GET /v1/subscriptions/${newest!.id}`
    shop.emulator.control.fail({ kind: 'status', status: 400, route })
    expect(await reconcileAll(shop.deps, signal)).toEqual({ listed: 2, repaired: 1, failed: 1 })
    expect(await membershipState(shop.deps, one.id)).toMatchObject({ membership: 'pro' })
  })
})

describePlainSql('the renewal of a year', (open) => {
  test('is announced two weeks ahead, once for each period, in the member’s language', async () => {
    const shop = shopOn(await open())
    const { id } = await aMember(shop.deps)
    await shop.post()
    await shop.deps.db.updateTable('users').set({ locale: 'ja' }).execute()
    await shop.buy(id, 'pro_yearly')
    await shop.settle()
    await shop.post()
    const announced = async () => {
      await shop.settle()
      await announceRenewals(shop.deps, { signal })
      return (await shop.post()).map(({ subject }) => subject)
    }
    shop.pass(350 * DAY * 1000)
    expect(await announced()).toEqual([])
    shop.pass(2 * DAY * 1000)
    expect(await announced()).toMatchObject([expect.stringContaining('プロ会員更新のご案内')])
    expect(await announced()).toEqual([])
    shop.pass(30 * DAY * 1000)
    expect(await announced()).toEqual([])
    shop.pass(336 * DAY * 1000)
    expect(await announced()).toHaveLength(1)
  })
})

describePlainSql('old billing rows', (open) => {
  test('are deleted some weeks later: events, and failed attempts', async () => {
    const shop = shopOn(await open())
    const { id } = await aMember(shop.deps)
    const given = await shop.checkout(id)
    await shop.stripe.checkout.sessions.expire(given)
    await shop.buy(id)
    await shop.settle()
    shop.pass(41 * DAY * 1000)
    await cleanBilling(shop.deps)
    expect(await shop.deps.db.selectFrom('stripe_events').selectAll().execute()).toEqual([])
    expect(await shop.deps.db.selectFrom('checkout_sessions').select('status').execute()).toHaveLength(2)
    shop.pass(50 * DAY * 1000)
    await cleanBilling(shop.deps)
    const kept = await shop.deps.db.selectFrom('checkout_sessions').select('status').execute()
    expect(kept).toEqual([{ status: 'complete' }])
  })
})
