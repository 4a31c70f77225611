import { expect, test } from 'vitest'
import { DAY } from './model/calendar.ts'
import { NOON, now, seconds } from './testing/noon.ts'
import { aMember, start } from './testing/start.ts'

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

test('a cancellation undone in the last week announces the renewal then, not before', async () => {
  const site = await start({ now })
  const { subscription } = await aMember(site)
  await site.stripe.subscriptions.update(subscription, { cancel_at_period_end: true })
  site.emulator.control.advance(24 * DAY)
  await site.stripe.subscriptions.update(subscription, { cancel_at_period_end: false })
  site.emulator.control.advance(DAY)
  const { data } = await site.stripe.events.list({ type: 'invoice.upcoming' })
  expect(data.map(({ created }) => created)).toEqual([NOON / 1000 + 24 * DAY])
})

test('a cancellation can be undone until the period ends', async () => {
  const site = await start({ now })
  const { subscription } = await aMember(site)
  await site.stripe.subscriptions.update(subscription, { cancel_at_period_end: true })
  const kept = await site.stripe.subscriptions.update(subscription, { cancel_at_period_end: false })
  expect(kept).toMatchObject({ cancel_at_period_end: false, cancel_at: null, canceled_at: null })
  site.emulator.control.advance(30 * DAY)
  expect((await site.stripe.subscriptions.retrieve(subscription)).status).toBe('active')
})

test('a bare cancel_at does not show in cancel_at_period_end, and only an empty one undoes it', async () => {
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

test('deleting a customer ends what they subscribed to', async () => {
  const site = await start({ now })
  const { customer, subscription } = await aMember(site)
  expect(await site.stripe.customers.del(customer)).toMatchObject({ id: customer, deleted: true })
  expect(await site.stripe.customers.retrieve(customer)).toMatchObject({ deleted: true })
  expect((await site.stripe.subscriptions.retrieve(subscription)).status).toBe('canceled')
  await expect(site.stripe.customers.update(customer, { name: 'x' })).rejects.toThrow('No such customer')
})
