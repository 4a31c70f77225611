import Stripe from 'stripe'
import { expect, test } from 'vitest'
import { createStripeEmulator } from './create-emulator.ts'
import { inProcessClient } from './in-process-client.ts'

const KEY = 'sk_test_of_the_tests'

function emulate() {
  const core = createStripeEmulator({ secretKey: KEY })
  return { ...core, stripe: libraryFor(core) }
}

function libraryFor({ api }: Pick<ReturnType<typeof createStripeEmulator>, 'api'>, key = KEY): Stripe {
  return new Stripe(key, { httpClient: inProcessClient(api), telemetry: false, maxNetworkRetries: 0 })
}

const ORDER = { success_url: 'https://nagare.test/', mode: 'subscription' as const }

async function aMember({ stripe, control }: ReturnType<typeof emulate>) {
  const [price] = (await stripe.prices.list({ lookup_keys: ['pro_monthly'] })).data
  const line_items = [{ price: price!.id, quantity: 1 }]
  const { id } = await stripe.checkout.sessions.create({ ...ORDER, line_items })
  control.pay(id, { email: 'hanako@example.com' })
  return stripe.checkout.sessions.retrieve(id)
}

test('a wrong key, a missing object and an unknown call are refused', async () => {
  const { stripe, ...core } = emulate()
  const wrongKey = libraryFor(core, 'sk_test_of_somebody_else').prices.list()
  await expect(wrongKey).rejects.toMatchObject({ type: 'StripeAuthenticationError', statusCode: 401 })
  await expect(stripe.customers.retrieve('cus_none')).rejects.toMatchObject({
    ...{ statusCode: 404, code: 'resource_missing', message: "No such customer: 'cus_none'", param: 'id' },
  })
  await expect(stripe.rawRequest('GET', '/v1/quotes')).rejects.toMatchObject({
    statusCode: 404,
    message: expect.stringContaining('Unrecognized request URL (GET: /v1/quotes)'),
  })
})

const PORTAL = '/v1/billing_portal/sessions'
const CUSTOMERS = '/v1/customers'
const INVOICE_SETTINGS = { invoice_settings: { x: '1' } }

test.each([
  ['an unknown parameter', CUSTOMERS, { nonsense: '1' }, 'parameter_unknown', 'nonsense'],
  ['one within another', CUSTOMERS, INVOICE_SETTINGS, 'parameter_unknown', 'invoice_settings[x]'],
  ['a missing parameter', PORTAL, {}, 'parameter_missing', 'customer'],
  ['an empty value', PORTAL, { customer: '' }, 'parameter_invalid_empty', 'customer'],
])('%s is refused in the words of Stripe', async (_, path, params, code, param) => {
  const { stripe } = emulate()
  const type = 'StripeInvalidRequestError'
  await expect(stripe.rawRequest('POST', path, params)).rejects.toMatchObject({
    ...{ type, statusCode: 400, code, param },
  })
})

test('pages follow each other, newest first, and metadata is merged', async () => {
  const emulation = emulate()
  const { stripe } = emulation
  for (let count = 0; count < 5; count++) await aMember(emulation)
  const first = await stripe.subscriptions.list({ limit: 2 })
  expect(first).toMatchObject({ has_more: true, url: '/v1/subscriptions' })
  const all = await stripe.subscriptions.list({ limit: 2 }).autoPagingToArray({ limit: 9 })
  const ids = [...emulation.account.state.subscriptions.keys()]
  expect(all.map(({ id }) => id)).toEqual(ids.reverse())
  const customer = all[0]!.customer as string
  await stripe.customers.update(customer, { metadata: { user_id: '7', plan: 'pro' } })
  const { metadata } = await stripe.customers.update(customer, { metadata: { plan: '', site: 'x' } })
  expect(metadata).toEqual({ user_id: '7', site: 'x' })
})

test('expanded ids become objects, and what cannot be expanded is refused', async () => {
  const emulation = emulate()
  const { subscriptions } = emulation.stripe
  const { subscription } = (await aMember(emulation)) as { subscription: string }
  const expand = ['customer', 'latest_invoice.payments', 'items.data.price.product']
  expect(await subscriptions.retrieve(subscription, { expand })).toMatchObject({
    customer: { email: 'hanako@example.com' },
    latest_invoice: { status: 'paid', payments: { data: [{ status: 'paid' }] } },
    items: { data: [{ price: { product: { name: 'Pro' } } }] },
  })
  const listed = await subscriptions.list({ expand: ['data.customer'] })
  expect(listed.data[0]?.customer).toMatchObject({ email: 'hanako@example.com' })
  for (const [path, words] of [
    ['status', 'cannot be expanded'],
    ['nonsense', 'cannot be expanded'],
    ['items.data.price.product.id', 'more than 4 levels'],
  ])
    await expect(subscriptions.retrieve(subscription, { expand: [path!] })).rejects.toThrow(words)
})

test('an answer, a failure too, is replayed for its idempotency key', async () => {
  const { stripe, account } = emulate()
  const options = { idempotencyKey: 'customer:7:1' }
  const first = await stripe.customers.create({ email: 'a@example.com' }, options)
  const again = await stripe.customers.create({ email: 'a@example.com' }, options)
  expect(again.id).toBe(first.id)
  expect(again.lastResponse.headers).toMatchObject({
    'idempotent-replayed': 'true',
    'original-request': first.lastResponse.requestId,
  })
  const other = stripe.customers.create({ email: 'b@example.com' }, options)
  await expect(other).rejects.toMatchObject({ type: 'StripeIdempotencyError', statusCode: 400 })
  expect(account.state.customers.size).toBe(1)

  const refused = () =>
    stripe.billingPortal.sessions.create({ customer: 'cus_none' }, { idempotencyKey: 'p' })
  await expect(refused()).rejects.toMatchObject({ statusCode: 400, code: 'resource_missing' })
  await expect(refused()).rejects.toMatchObject({ headers: { 'idempotent-replayed': 'true' } })
})

test('a key in use is 409, and a refused parameter leaves its key free', async () => {
  const { control, stripe } = emulate()
  const options = { idempotencyKey: 'customer:7:1' }
  control.fail({ kind: 'stall', ms: 20, when: 'during' })
  const slow = stripe.customers.create({}, options)
  const meanwhile = stripe.customers.create({}, options)
  await expect(meanwhile).rejects.toMatchObject({ statusCode: 409, code: 'idempotency_key_in_use' })
  const { id } = await slow
  expect((await stripe.customers.create({}, options)).id).toBe(id)

  const open = (success_url: string) =>
    stripe.rawRequest(
      'POST',
      PORTAL,
      { customer: 'cus_none', return_url: success_url },
      { idempotencyKey: 'p' },
    )
  await expect(open('nowhere')).rejects.toThrow('Not a valid URL')
  await expect(open('https://nagare.test/')).rejects.toThrow('No such customer')
})
