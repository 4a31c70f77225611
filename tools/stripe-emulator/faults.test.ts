import { expect, test } from 'vitest'
import { libraryFor, openCheckout, start } from './testing/start.ts'

test('a 500 without a key does not repeat', async () => {
  const { emulator, stripe } = await start()
  emulator.control.fail({ kind: 'status', status: 500, route: 'GET /v1/prices' })
  await expect(stripe.prices.list()).rejects.toMatchObject({ type: 'StripeAPIError', statusCode: 500 })
  expect((await stripe.prices.list()).data).toHaveLength(2)
})

test('the library retries after a 500 of a list, up to its limit', async () => {
  const { emulator } = await start()
  const stripe = libraryFor(emulator, { maxNetworkRetries: 2 })
  emulator.control.fail({ kind: 'status', status: 503, times: 2 })
  expect((await stripe.prices.list()).data).toHaveLength(2)
})

test('a 500 is kept under its idempotency key, so that a new attempt needs a new key', async () => {
  const { emulator, stripe } = await start()
  emulator.control.fail({ kind: 'status', status: 500, route: 'POST /v1/customers' })
  const attempt = (idempotencyKey: string) => stripe.customers.create({}, { idempotencyKey })
  await expect(attempt('first')).rejects.toMatchObject({ statusCode: 500 })
  await expect(attempt('first')).rejects.toMatchObject({
    statusCode: 500,
    headers: { 'idempotent-replayed': 'true', 'stripe-should-retry': 'false' },
  })
  expect((await attempt('second')).object).toBe('customer')
})

test('a 429 is not kept', async () => {
  const { emulator, stripe } = await start()
  emulator.control.fail({ kind: 'status', status: 429 })
  const attempt = () => stripe.customers.create({}, { idempotencyKey: 'one' })
  await expect(attempt()).rejects.toMatchObject({ type: 'StripeRateLimitError', statusCode: 429 })
  expect((await attempt()).object).toBe('customer')
})

test('a stalled call times out in the library', async () => {
  const { emulator } = await start()
  const stripe = libraryFor(emulator, { timeout: 100 })
  emulator.control.fail({ kind: 'stall', ms: 1000 })
  await expect(stripe.prices.list()).rejects.toMatchObject({ type: 'StripeConnectionError' })
})

test('a connection broken after the work creates nothing twice', async () => {
  const { emulator, stripe } = await start()
  emulator.control.fail({ kind: 'reset', when: 'after', route: 'POST /v1/customers' })
  const { id } = await stripe.customers.create({ email: 'a@example.com' })
  expect((await stripe.customers.list()).data.map((customer) => customer.id)).toEqual([id])
})

test('a connection that keeps breaking is a connection error', async () => {
  const { emulator, stripe } = await start()
  emulator.control.fail({ kind: 'reset', times: 2 })
  await expect(openCheckout(stripe)).rejects.toMatchObject({ type: 'StripeConnectionError' })
})

test('faults and all other controls work over HTTP', async () => {
  const { emulator, stripe } = await start()
  const call = async (method: string, path: string, body?: object) => {
    const init = {
      method,
      headers: { 'content-type': 'application/json' },
      body: body && JSON.stringify(body),
    }
    const response = await fetch(new URL(`/_emu/${path}`, emulator.url), init)
    return { status: response.status, body: await response.json() }
  }
  await call('POST', 'faults', { kind: 'status', status: 500, times: 9 })
  await expect(stripe.prices.list()).rejects.toMatchObject({ statusCode: 500 })
  expect((await call('GET', 'faults')).body.api).toMatchObject([{ times: 8 }])
  await call('DELETE', 'faults')

  const session = await openCheckout(stripe)
  expect((await call('POST', 'pay', { session: session.id, card: 'declines' })).status).toBe(402)
  await call('POST', 'pay', { session: session.id })
  await call('POST', 'advance', { seconds: 40 * 24 * 3600 })
  const { body: state } = await call('GET', 'state')
  expect(state.charges.map((charge: { status: string }) => charge.status)).toEqual([
    'failed',
    'succeeded',
    'succeeded',
  ])
  expect(state.subscriptions).toMatchObject([{ live: true, plan: 'pro_monthly' }])
  expect((await call('GET', 'deliveries')).body[0]).toMatchObject({ type: 'customer.created' })

  await call('POST', 'reset')
  expect((await call('GET', 'state')).body).toMatchObject({ subscriptions: [], charges: [] })
  expect((await call('POST', 'pay', { session: session.id, card: 'gold' })).status).toBe(400)
  expect((await call('GET', 'nonsense')).status).toBe(404)
})

test('another site’s page cannot control the emulator', async () => {
  const { emulator } = await start()
  const init = { method: 'POST', headers: { 'content-type': 'text/plain' }, body: '{}' }
  expect((await fetch(new URL('/_emu/reset', emulator.url), init)).status).toBe(415)
})
