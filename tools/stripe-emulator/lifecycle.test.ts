import { expect, test } from 'vitest'
import { DAY, HOUR } from './model/calendar.ts'
import { NOON, now, seconds } from './testing/noon.ts'
import { aMember, openCheckout, priceOf, start } from './testing/start.ts'

test('the period belongs to the item, and ends a month later', async () => {
  const site = await start({ now })
  const { subscription } = await aMember(site)
  const found = await site.stripe.subscriptions.retrieve(subscription)
  expect(found.items.data[0]).toMatchObject({
    current_period_start: NOON / 1000,
    current_period_end: seconds(2026, 1, 28, 12),
  })
  expect(found).not.toHaveProperty('current_period_end')
})

test('a subscription renews by the clock, and is paid once for each period', async () => {
  const site = await start({ now })
  const { subscription, customer } = await aMember(site)
  site.emulator.control.advance(60 * DAY)

  const { items, status } = await site.stripe.subscriptions.retrieve(subscription)
  expect(status).toBe('active')
  expect(items.data[0]?.current_period_end).toBe(seconds(2026, 3, 30, 12))
  const invoices = await site.stripe.invoices.list({ customer })
  expect(invoices.data.map((invoice) => invoice.billing_reason)).toEqual([
    'subscription_cycle',
    'subscription_cycle',
    'subscription_create',
  ])
  expect(invoices.data.map((invoice) => [invoice.status, invoice.total, invoice.total_taxes])).toEqual(
    Array(3).fill(['paid', 2900, []]),
  )
  expect(invoices.data.map((invoice) => invoice.lines.data[0]?.period.start)).toEqual([
    seconds(2026, 2, 31, 12),
    seconds(2026, 1, 28, 12),
    NOON / 1000,
  ])
  expect(site.emulator.control.truth().charges).toHaveLength(3)
})

test('the invoice of a renewal is a draft for an hour', async () => {
  const site = await start({ now })
  const { customer } = await aMember(site)
  site.emulator.control.advance(28 * DAY + 60)
  expect((await site.stripe.invoices.list({ customer })).data[0]?.status).toBe('draft')
  site.emulator.control.advance(HOUR)
  expect((await site.stripe.invoices.list({ customer })).data[0]?.status).toBe('paid')
})

test('a renewal is announced a week ahead, once', async () => {
  const site = await start({ now })
  await aMember(site)
  for (const _ of Array(27)) site.emulator.control.advance(DAY)
  const upcoming = await site.stripe.events.list({ type: 'invoice.upcoming' })
  expect(upcoming.data).toHaveLength(1)
  expect(upcoming.data[0]?.created).toBe(seconds(2026, 1, 21, 12))
  expect(upcoming.data[0]?.data.object).toMatchObject({ total: 2900 })
  expect(upcoming.data[0]?.data.object).not.toHaveProperty('id')
})

test('another interval begins a new period, with credit for unused time', async () => {
  const site = await start({ now })
  const { subscription } = await aMember(site)
  site.emulator.control.advance(14 * DAY)
  const { items } = await site.stripe.subscriptions.retrieve(subscription)
  const yearly = await priceOf(site.stripe, 'pro_yearly')
  const changed = await site.stripe.subscriptions.update(subscription, {
    items: [{ id: items.data[0]!.id, price: yearly.id }],
    expand: ['latest_invoice'],
  })
  expect(changed.items.data[0]).toMatchObject({
    price: { lookup_key: 'pro_yearly' },
    current_period_end: seconds(2027, 1, 14, 12),
  })
  expect(changed.latest_invoice).toMatchObject({
    billing_reason: 'subscription_update',
    status: 'paid',
    amount_paid: 26400 - 1450,
  })
})

test('a test clock moves only its own customers', async () => {
  const site = await start({ now })
  const { stripe, emulator } = site
  const stays = await aMember(site)
  const frozen_time = NOON / 1000
  const clock = await stripe.testHelpers.testClocks.create({ frozen_time, name: 'a year' })
  const { id: customer } = await stripe.customers.create({ test_clock: clock.id })
  emulator.control.pay((await openCheckout(stripe, { customer })).id)

  const advancing = await stripe.testHelpers.testClocks.advance(clock.id, {
    frozen_time: frozen_time + 29 * DAY,
  })
  expect(advancing.status).toBe('advancing')
  expect(await stripe.testHelpers.testClocks.retrieve(clock.id)).toMatchObject({
    status: 'ready',
    frozen_time: frozen_time + 29 * DAY,
  })
  const moved = (await stripe.subscriptions.list({ test_clock: clock.id })).data[0]
  expect(moved?.items.data[0]?.current_period_start).toBe(seconds(2026, 1, 28, 12))
  const still = await stripe.subscriptions.retrieve(stays.subscription)
  expect(still.items.data[0]?.current_period_start).toBe(frozen_time)

  const back = stripe.testHelpers.testClocks.advance(clock.id, { frozen_time })
  await expect(back).rejects.toMatchObject({ statusCode: 400 })
  await stripe.testHelpers.testClocks.del(clock.id)
  expect(await stripe.customers.retrieve(customer)).toMatchObject({ deleted: true })
})
