import { expect, test } from 'vitest'
import { aMember, start } from './testing/start.ts'

test('a refused event is delivered again until it is accepted', async () => {
  const { stripe, webhook } = await start()
  webhook.answers.push(500, 503)
  await stripe.customers.create()
  await expect.poll(() => webhook.receipts.map(({ status }) => status)).toEqual([500, 503, 200])
})

test('an event that is never accepted is given up, and stays in the list', async () => {
  const { emulator, stripe, webhook } = await start()
  webhook.answers.push(500, 500, 500, 500)
  await stripe.customers.create()
  await expect.poll(() => emulator.control.deliveries()[0]?.state).toBe('failed')
  const { data } = await stripe.events.list({ delivery_success: false })
  expect(data.map(({ type }) => type)).toEqual(['customer.created'])

  emulator.control.redeliver(data[0]!.id)
  await emulator.webhooks.idle()
  expect(webhook.types()).toEqual(['customer.created'])
  expect((await stripe.events.list({ delivery_success: false })).data).toEqual([])
})

test('a delivery can be doubled', async () => {
  const { emulator, stripe, webhook } = await start()
  emulator.control.disturbWebhooks({ kind: 'duplicate' })
  await stripe.customers.create()
  await emulator.webhooks.idle()
  const ids = webhook.receipts.map(({ event }) => event?.id)
  expect(ids).toHaveLength(2)
  expect(new Set(ids).size).toBe(1)
})

test('deliveries can be reordered', async () => {
  const { emulator, stripe, webhook } = await start()
  emulator.control.disturbWebhooks({ kind: 'reorder', times: 3 })
  for (const name of ['a', 'b', 'c']) await stripe.customers.create({ name })
  await emulator.webhooks.idle()
  const names = webhook.receipts
    .map(({ event }) => event?.data.object)
    .map((object) => object && 'name' in object && object.name)
  expect(names).toEqual(['c', 'b', 'a'])
})

test('reordered deliveries do not wait for ever', async () => {
  const { emulator, stripe, webhook } = await start()
  emulator.control.disturbWebhooks({ kind: 'reorder', times: 3, ms: 30 })
  await stripe.customers.create()
  await emulator.webhooks.idle()
  expect(webhook.types()).toEqual(['customer.created'])
})

test('a delivery can be late, and overtaken', async () => {
  const { emulator, stripe, webhook } = await start()
  emulator.control.disturbWebhooks({ kind: 'delay', ms: 800, types: ['customer.created'] })
  const { id } = await stripe.customers.create()
  await stripe.customers.update(id, { name: '花子' })
  await emulator.webhooks.idle()
  expect(webhook.types()).toEqual(['customer.updated', 'customer.created'])
})

test('a delivery can be lost, and the event is in the list', async () => {
  const site = await start()
  site.emulator.control.disturbWebhooks({ kind: 'drop', times: 100 })
  const since = site.emulator.account.now()
  await aMember(site)
  await site.emulator.webhooks.idle()
  expect(site.webhook.receipts).toEqual([])

  const types = ['checkout.session.completed', 'customer.subscription.created']
  const found = await site.stripe.events.list({ created: { gte: since }, types })
  expect(found.data.map(({ type }) => type)).toEqual(types)
  expect((await site.stripe.events.list({ created: { gt: since + 60 } })).data).toEqual([])
  const all = await site.stripe.events.list({ type: 'invoice.*', limit: 1 }).autoPagingToArray({ limit: 100 })
  expect(all.map(({ type }) => type)).toEqual([
    'invoice.payment_succeeded',
    'invoice.paid',
    'invoice.finalized',
    'invoice.created',
  ])
  expect((await site.stripe.events.retrieve(all[0]!.id)).id).toBe(all[0]!.id)
})

test.each(['wrong_secret', 'stale', 'future'] as const)(
  'a delivery that is %s is refused, and comes again in good order',
  async (kind) => {
    const { emulator, stripe, webhook } = await start()
    emulator.control.disturbWebhooks({ kind })
    await stripe.customers.create()
    await expect.poll(() => webhook.receipts.map(({ status }) => status)).toEqual([400, 200])
  },
)

test('an event says which request caused it', async () => {
  const { emulator, stripe, webhook } = await start()
  const { lastResponse } = await stripe.customers.create({}, { idempotencyKey: 'one' })
  await emulator.webhooks.idle()
  expect(webhook.receipts[0]?.event).toMatchObject({
    api_version: lastResponse.apiVersion,
    request: { id: lastResponse.requestId, idempotency_key: 'one' },
  })
})

test('without an endpoint nothing is delivered, and all events are listed', async () => {
  const { emulator, stripe, webhook } = await start({ webhook: undefined })
  await stripe.customers.create()
  await emulator.webhooks.idle()
  expect(webhook.receipts).toEqual([])
  expect((await stripe.events.list()).data).toHaveLength(1)
})

test('an in-process receiver finds every object made', async () => {
  const seen: unknown[] = []
  const site = await start({
    send: async (_, { body }) => {
      const { type, data } = JSON.parse(body)
      if (type !== 'customer.subscription.created') return 200
      seen.push(site.emulator.account.state.subscriptions.get(data.object.id)?.status)
      seen.push(site.emulator.control.truth().sessions[0]?.status)
      return 200
    },
  })
  await aMember(site)
  await site.emulator.webhooks.idle()
  expect(seen).toEqual(['active', 'complete'])
})
