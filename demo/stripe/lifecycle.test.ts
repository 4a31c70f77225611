import { expect, test } from 'vitest'
import { DAY, HOUR } from './model/calendar.ts'
import { aMember, openCheckout, priceOf, start } from './testing/start.ts'

const NOON = Date.UTC(2026, 0, 31, 12)
/** A clock that stands still until the emulator's is advanced. */
const now = () => NOON
const seconds = (...date: Parameters<typeof Date.UTC>) => Date.UTC(...date) / 1000

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

test('cancelled at the period end, it stays active until then and is deleted by the clock', async () => {
  const site = await start({ now })
  const { subscription } = await aMember(site)
  const cancelled = await site.stripe.subscriptions.update(subscription, { cancel_at_period_end: true })
  expect(cancelled).toMatchObject({
    status: 'active',
    cancel_at_period_end: true,
    cancel_at: seconds(2026, 1, 28, 12),
    cancellation_details: { reason: 'cancellation_requested' },
  })

  site.emulator.control.advance(27 * DAY)
  expect((await site.stripe.subscriptions.retrieve(subscription)).status).toBe('active')
  site.emulator.control.advance(DAY)
  expect(await site.stripe.subscriptions.retrieve(subscription)).toMatchObject({
    status: 'canceled',
    ended_at: seconds(2026, 1, 28, 12),
    canceled_at: NOON / 1000,
  })
  expect((await site.stripe.invoices.list()).data).toHaveLength(1)
  expect((await site.stripe.subscriptions.list()).data).toEqual([])
  expect((await site.stripe.subscriptions.list({ status: 'canceled' })).data).toHaveLength(1)

  await site.emulator.webhooks.idle()
  expect(site.webhook.types()).toContain('customer.subscription.deleted')
  const updated = site.webhook.receipts.find(({ event }) => event?.type === 'customer.subscription.updated')
  expect(updated?.event?.data).toMatchObject({
    object: { cancel_at_period_end: true },
    previous_attributes: { cancel_at_period_end: false, cancel_at: null },
  })
  expect(site.emulator.control.truth().charges).toHaveLength(1)
})

test('a cancellation can be taken back until the period ends', async () => {
  const site = await start({ now })
  const { subscription } = await aMember(site)
  await site.stripe.subscriptions.update(subscription, { cancel_at_period_end: true })
  const kept = await site.stripe.subscriptions.update(subscription, { cancel_at_period_end: false })
  expect(kept).toMatchObject({ cancel_at_period_end: false, cancel_at: null, canceled_at: null })
  site.emulator.control.advance(30 * DAY)
  expect((await site.stripe.subscriptions.retrieve(subscription)).status).toBe('active')
})

test('a bare cancel_at does not show in cancel_at_period_end, and only itself takes it back', async () => {
  const site = await start({ now })
  const { subscription } = await aMember(site)
  const { subscriptions } = site.stripe
  const cancelled = await subscriptions.update(subscription, { cancel_at: 'max_period_end' })
  expect(cancelled).toMatchObject({ cancel_at_period_end: false, cancel_at: seconds(2026, 1, 28, 12) })
  const unmoved = await subscriptions.update(subscription, { cancel_at_period_end: false })
  expect(unmoved.cancel_at).toBe(seconds(2026, 1, 28, 12))
  expect((await subscriptions.update(subscription, { cancel_at: '' })).cancel_at).toBeNull()
  await expect(
    subscriptions.update(subscription, { cancel_at: 'max_period_end', cancel_at_period_end: true }),
  ).rejects.toThrow('pass in only one')
})

test('cancelled at once, it is over at once and cannot be cancelled again', async () => {
  const site = await start({ now })
  const { subscription } = await aMember(site)
  const over = await site.stripe.subscriptions.cancel(subscription, {
    cancellation_details: { comment: 'A second one', feedback: 'other' },
  })
  expect(over).toMatchObject({
    status: 'canceled',
    ended_at: NOON / 1000,
    cancellation_details: { comment: 'A second one' },
  })
  await expect(site.stripe.subscriptions.cancel(subscription)).rejects.toMatchObject({
    statusCode: 404,
    code: 'resource_missing',
  })
  const change = site.stripe.subscriptions.update(subscription, { cancel_at_period_end: true })
  await expect(change).rejects.toThrow('A canceled subscription can only update')
  await site.stripe.subscriptions.update(subscription, { metadata: { note: 'over' } })
})

test('a card that declines renewals makes it past due, is tried again, and ends it', async () => {
  const site = await start({ now })
  const session = await openCheckout(site.stripe)
  site.emulator.control.pay(session.id, { card: 'declinesRenewals' })
  const status = async () => (await site.stripe.subscriptions.list({ status: 'all' })).data[0]?.status
  const { control } = site.emulator

  control.advance(28 * DAY + HOUR)
  expect(await status()).toBe('past_due')
  const [invoice] = (await site.stripe.invoices.list()).data
  expect(invoice).toMatchObject({ status: 'open', attempt_count: 1, amount_remaining: 2900 })
  expect(invoice?.next_payment_attempt).toBe(seconds(2026, 2, 3, 13))

  control.advance(14 * DAY)
  expect(await status()).toBe('past_due')
  control.advance(DAY)
  expect(await status()).toBe('canceled')
  expect(
    (await site.stripe.subscriptions.list({ status: 'all' })).data[0]?.cancellation_details?.reason,
  ).toBe('payment_failed')
  expect(control.truth().charges.map((charge) => charge.status)).toEqual([
    'succeeded',
    'failed',
    'failed',
    'failed',
    'failed',
  ])
  const failures = await site.stripe.events.list({ type: 'invoice.payment_failed' })
  expect(failures.data).toHaveLength(4)
})

test('a new card makes an overdue subscription active again at the next attempt', async () => {
  const site = await start({ now })
  const { id } = await openCheckout(site.stripe)
  site.emulator.control.pay(id, { card: 'declinesRenewals' })
  site.emulator.control.advance(29 * DAY)
  const [overdue] = (await site.stripe.subscriptions.list()).data
  expect(overdue?.status).toBe('past_due')

  site.emulator.control.changeCard(overdue?.customer as string, 'paysToo')
  site.emulator.control.advance(3 * DAY)
  const recovered = await site.stripe.subscriptions.retrieve(overdue!.id, { expand: ['latest_invoice'] })
  expect(recovered).toMatchObject({ status: 'active', latest_invoice: { status: 'paid', attempt_count: 2 } })
})

test('an invoice that is paid by hand with a card that declines is a card error', async () => {
  const site = await start({ now })
  const { id } = await openCheckout(site.stripe)
  site.emulator.control.pay(id)
  const [member] = (await site.stripe.subscriptions.list()).data
  site.emulator.control.changeCard(member?.customer as string, 'declines')
  site.emulator.control.advance(29 * DAY)
  const [invoice] = (await site.stripe.invoices.list({ status: 'open' })).data
  await expect(site.stripe.invoices.pay(invoice!.id!)).rejects.toMatchObject({
    type: 'StripeCardError',
    statusCode: 402,
    code: 'card_declined',
    decline_code: 'generic_decline',
  })
  site.emulator.control.changeCard(member?.customer as string, 'paysToo')
  expect((await site.stripe.invoices.pay(invoice!.id!)).status).toBe('paid')
  await expect(site.stripe.invoices.pay(invoice!.id!)).rejects.toThrow('already paid')
  expect((await site.stripe.subscriptions.list()).data[0]?.status).toBe('active')
})

test('another interval begins a new period, less what was not used', async () => {
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

test('deleting a customer ends what they subscribed to', async () => {
  const site = await start({ now })
  const { customer, subscription } = await aMember(site)
  expect(await site.stripe.customers.del(customer)).toMatchObject({ id: customer, deleted: true })
  expect(await site.stripe.customers.retrieve(customer)).toMatchObject({ deleted: true })
  expect((await site.stripe.subscriptions.retrieve(subscription)).status).toBe('canceled')
  await expect(site.stripe.customers.update(customer, { name: 'x' })).rejects.toThrow('No such customer')
})

test('a test clock moves its own customers alone', async () => {
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

test('money is given back once, and never more than was taken', async () => {
  const site = await start({ now })
  const { session } = await aMember(site)
  const invoice = await site.stripe.invoices.retrieve(session.invoice as string, { expand: ['payments'] })
  const payment_intent = invoice.payments?.data[0]?.payment.payment_intent as string
  expect(await site.stripe.refunds.create({ payment_intent, reason: 'duplicate' })).toMatchObject({
    amount: 2900,
    status: 'succeeded',
  })
  await expect(site.stripe.refunds.create({ payment_intent })).rejects.toMatchObject({
    code: 'charge_already_refunded',
  })
  expect(site.emulator.control.truth().charges[0]?.refunded).toBe(2900)
})
