import Stripe from 'stripe'
import { expect, test } from 'vitest'
import { aMember, libraryFor, openCheckout, priceOf, SECRET_KEY, start } from './testing/start.ts'

test('the library and the emulator speak the same version', async () => {
  const { emulator, stripe } = await start()
  const { lastResponse } = await stripe.prices.list()
  expect(lastResponse).toMatchObject({ apiVersion: Stripe.API_VERSION, statusCode: 200 })
  expect(lastResponse.requestId).toMatch(/^req_/)
  const other = libraryFor(emulator, { apiVersion: '2020-08-27' as typeof Stripe.API_VERSION })
  await expect(other.prices.list()).rejects.toThrow('Invalid Stripe API version')
})

test('a wrong key and a missing one are 401', async () => {
  const { emulator } = await start()
  const stranger = new Stripe('sk_test_of_somebody_else', {
    host: '127.0.0.1',
    port: emulator.port,
    protocol: 'http',
  })
  await expect(stranger.customers.list()).rejects.toMatchObject({
    type: 'StripeAuthenticationError',
    statusCode: 401,
  })
  const bare = await fetch(new URL('/v1/customers', emulator.url))
  expect(bare.status).toBe(401)
  expect(await bare.json()).toMatchObject({ error: { type: 'invalid_request_error' } })
})

test('a missing object is 404 with its name', async () => {
  const { stripe } = await start()
  await expect(stripe.customers.retrieve('cus_none')).rejects.toMatchObject({
    statusCode: 404,
    code: 'resource_missing',
    message: "No such customer: 'cus_none'",
    param: 'id',
  })
  await expect(stripe.rawRequest('GET', '/v1/quotes')).rejects.toMatchObject({
    statusCode: 404,
    message: expect.stringContaining('Unrecognized request URL (GET: /v1/quotes)'),
  })
})

test.each([
  ['an unknown parameter', '/v1/customers', { nonsense: '1' }, 'parameter_unknown', 'nonsense'],
  [
    'an unknown parameter within',
    '/v1/customers',
    { invoice_settings: { x: '1' } },
    'parameter_unknown',
    'invoice_settings[x]',
  ],
  ['a missing parameter', '/v1/billing_portal/sessions', {}, 'parameter_missing', 'customer'],
  [
    'a number that is none',
    '/v1/test_helpers/test_clocks',
    { frozen_time: 'noon' },
    'parameter_invalid_integer',
    'frozen_time',
  ],
  ['an empty value', '/v1/billing_portal/sessions', { customer: '' }, 'parameter_invalid_empty', 'customer'],
])('%s is refused in the words of Stripe', async (_, path, params, code, param) => {
  const { stripe } = await start()
  await expect(stripe.rawRequest('POST', path, params)).rejects.toMatchObject({
    type: 'StripeInvalidRequestError',
    statusCode: 400,
    code,
    param,
  })
})

test('prices are found by lookup key', async () => {
  const { stripe } = await start()
  const { data } = await stripe.prices.list({ lookup_keys: ['pro_yearly', 'none'], expand: ['data.product'] })
  expect(data).toHaveLength(1)
  expect(data[0]).toMatchObject({
    unit_amount: 26400,
    currency: 'usd',
    recurring: { interval: 'year' },
    product: { name: 'Nagare Pro' },
  })
  expect(data[0]?.unit_amount_decimal?.toString()).toBe('26400')
  expect((await stripe.prices.retrieve(data[0]!.id)).lookup_key).toBe('pro_yearly')
})

test('other prices can be configured', async () => {
  const { stripe } = await start({
    prices: [{ lookup_key: 'pro_monthly', amount: 3000, interval: 'month', currency: 'jpy' }],
  })
  expect(await priceOf(stripe)).toMatchObject({ unit_amount: 3000, currency: 'jpy' })
  const page = await (await fetch((await openCheckout(stripe)).url!)).text()
  expect(page).toContain('¥3,000')
})

test('metadata is merged, and emptied by empty values', async () => {
  const { stripe } = await start()
  const { id } = await stripe.customers.create({ metadata: { user_id: '7', plan: 'pro' }, name: '花子' })
  const merged = await stripe.customers.update(id, { metadata: { plan: '', referral: 'x' } })
  expect(merged).toMatchObject({ metadata: { user_id: '7', referral: 'x' }, name: '花子' })
  expect(merged.metadata).not.toHaveProperty('plan')
  expect((await stripe.customers.update(id, { metadata: '' })).metadata).toEqual({})
})

test('customers are found by e-mail', async () => {
  const { stripe } = await start()
  await stripe.customers.create({ email: 'a@example.com' })
  const { id } = await stripe.customers.create({ email: 'b+tag@example.com' })
  const { data } = await stripe.customers.list({ email: 'b+tag@example.com' })
  expect(data.map((customer) => customer.id)).toEqual([id])
})

test('pages follow each other, newest first, in both directions', async () => {
  const { stripe } = await start()
  const ids: string[] = []
  for (const number of Array(23).keys()) {
    ids.unshift((await stripe.customers.create({ name: `${number}` })).id)
  }
  const first = await stripe.customers.list({ limit: 10 })
  expect(first).toMatchObject({ has_more: true, url: '/v1/customers' })
  expect(first.data.map(({ id }) => id)).toEqual(ids.slice(0, 10))

  const all = await stripe.customers.list({ limit: 10 }).autoPagingToArray({ limit: 1000 })
  expect(all.map(({ id }) => id)).toEqual(ids)

  const before = await stripe.customers.list({ limit: 10, ending_before: ids[12] })
  expect(before.data.map(({ id }) => id)).toEqual(ids.slice(2, 12))
  expect(before.has_more).toBe(true)
  await expect(stripe.customers.list({ starting_after: 'cus_none' })).rejects.toMatchObject({
    param: 'starting_after',
  })
})

test('expanded ids become objects', async () => {
  const site = await start()
  const { subscription, customer } = await aMember(site)
  const found = await site.stripe.subscriptions.retrieve(subscription, {
    expand: [
      'customer',
      'latest_invoice.payments',
      'items.data.price.product',
      'default_payment_method.customer',
    ],
  })
  expect(found).toMatchObject({
    customer: { email: 'hanako@example.com' },
    latest_invoice: { status: 'paid', payments: { data: [{ status: 'paid' }] } },
    items: { data: [{ price: { product: { name: 'Nagare Pro' } } }] },
    default_payment_method: { card: { last4: '4242' }, customer: { id: customer } },
  })
  const listed = await site.stripe.subscriptions.list({ expand: ['data.customer'] })
  expect(listed.data[0]?.customer).toMatchObject({ id: customer })
  const owner = await site.stripe.customers.retrieve(customer, { expand: ['subscriptions'] })
  expect(owner).toMatchObject({ subscriptions: { data: [{ id: subscription }] } })
})

test('an invalid or too deep expansion is refused', async () => {
  const site = await start()
  const { subscription } = await aMember(site)
  const { subscriptions } = site.stripe
  await expect(subscriptions.retrieve(subscription, { expand: ['status'] })).rejects.toThrow(
    'cannot be expanded',
  )
  await expect(subscriptions.retrieve(subscription, { expand: ['nonsense'] })).rejects.toThrow(
    'cannot be expanded',
  )
  await expect(subscriptions.list({ expand: ['data.items.data.price.product'] })).rejects.toThrow(
    'more than 4 levels',
  )
})

test('an answer is replayed for its idempotency key', async () => {
  const { stripe } = await start()
  const options = { idempotencyKey: 'customer:7:1' }
  const first = await stripe.customers.create({ email: 'a@example.com' }, options)
  const again = await stripe.customers.create({ email: 'a@example.com' }, options)
  expect(again.id).toBe(first.id)
  expect(again.lastResponse.headers).toMatchObject({
    'idempotent-replayed': 'true',
    'original-request': first.lastResponse.requestId,
  })
  await expect(stripe.customers.create({ email: 'b@example.com' }, options)).rejects.toMatchObject({
    type: 'StripeIdempotencyError',
    statusCode: 400,
  })
  expect((await stripe.customers.list()).data).toHaveLength(1)
})

test('a key of a running request is 409', async () => {
  const { emulator, stripe } = await start()
  const options = { idempotencyKey: 'customer:7:1' }
  emulator.control.fail({ kind: 'stall', ms: 200, when: 'during' })
  const slow = stripe.customers.create({}, options)
  await expect.poll(() => emulator.api.faults.list()).toEqual([])
  await expect(stripe.customers.create({}, options)).rejects.toMatchObject({
    statusCode: 409,
    code: 'idempotency_key_in_use',
  })
  const { id } = await slow
  expect((await stripe.customers.create({}, options)).id).toBe(id)
})

test('a refused parameter leaves its key free', async () => {
  const { stripe } = await start()
  const options = { idempotencyKey: 'session:7' }
  await expect(openWith(stripe, { success_url: 'nowhere' }, options)).rejects.toThrow('Not a valid URL')
  expect((await openWith(stripe, {}, options)).status).toBe('open')
})

async function openWith(
  stripe: Stripe,
  more: Partial<Stripe.Checkout.SessionCreateParams>,
  options: Stripe.RequestOptions,
) {
  const line_items = [{ price: (await priceOf(stripe)).id, quantity: 1 }]
  const success_url = 'https://nagare.test/'
  return stripe.checkout.sessions.create({ mode: 'subscription', line_items, success_url, ...more }, options)
}

test('an error of the work itself is kept under its key', async () => {
  const { stripe } = await start()
  const options = { idempotencyKey: 'portal:7' }
  const refused = () => stripe.billingPortal.sessions.create({ customer: 'cus_none' }, options)
  await expect(refused()).rejects.toMatchObject({ statusCode: 400, code: 'resource_missing' })
  await expect(refused()).rejects.toMatchObject({ headers: { 'idempotent-replayed': 'true' } })
})

test('a body that is too large is 413', async () => {
  const { emulator } = await start()
  const response = await fetch(new URL('/v1/customers', emulator.url), {
    method: 'POST',
    headers: { authorization: `Bearer ${SECRET_KEY}` },
    body: 'x'.repeat(2_000_000),
  })
  expect(response.status).toBe(413)
})
