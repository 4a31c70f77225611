import { expect, test } from 'vitest'
import { HOUR } from './model/calendar.ts'
import { aMember, openCheckout, priceOf, start } from './testing/start.ts'

/** Submits a form as a browser does. */
async function press(url: string, fields: Record<string, string>): Promise<Response> {
  return fetch(url, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' })
}

test('a visitor pays on the hosted page and has a subscription afterwards, not before', async () => {
  const { emulator, stripe, webhook } = await start()
  const session = await openCheckout(stripe, {
    client_reference_id: '7',
    metadata: { plan: 'pro_monthly' },
    subscription_data: { metadata: { user_id: '7' } },
  })
  expect(session).toMatchObject({
    status: 'open',
    payment_status: 'unpaid',
    customer: null,
    subscription: null,
  })
  expect((await stripe.subscriptions.list({ status: 'all' })).data).toEqual([])

  const page = await fetch(session.url!)
  const body = await page.text()
  expect(page.status).toBe(200)
  expect(body).toContain('Test payments')
  expect(body).toContain('Nagare Pro')
  expect(body).toContain('US$29.00')

  const paid = await press(session.url!, { card: 'pays', email: 'hanako@example.com' })
  expect(paid.status).toBe(303)
  expect(paid.headers.get('location')).toBe(`https://nagare.test/paysuccess?session_id=${session.id}`)

  const complete = await stripe.checkout.sessions.retrieve(session.id, {
    expand: ['subscription', 'customer'],
  })
  expect(complete).toMatchObject({
    status: 'complete',
    payment_status: 'paid',
    client_reference_id: '7',
    metadata: { plan: 'pro_monthly' },
    subscription: { status: 'active', metadata: { user_id: '7' } },
    customer: { email: 'hanako@example.com' },
  })

  await emulator.webhooks.idle()
  expect(webhook.types()).toEqual(
    expect.arrayContaining([
      'customer.created',
      'payment_method.attached',
      'customer.subscription.created',
      'invoice.paid',
      'checkout.session.completed',
    ]),
  )
})

test('a card that declines leaves the session open, and another card can pay it', async () => {
  const { emulator, stripe } = await start()
  const session = await openCheckout(stripe)

  const declined = await press(session.url!, { card: 'declines', email: 'hanako@example.com' })
  expect(declined.status).toBe(303)
  const page = await fetch(new URL(declined.headers.get('location')!, session.url!))
  expect(await page.text()).toContain('Your card was declined')
  expect((await stripe.checkout.sessions.retrieve(session.id)).status).toBe('open')
  expect((await stripe.customers.list()).data).toEqual([])

  const paid = await press(session.url!, { card: 'pays', email: 'hanako@example.com' })
  expect(paid.status).toBe(303)
  expect(emulator.control.truth().charges.map(({ status }) => status)).toEqual(['failed', 'succeeded'])
})

test('paying the same session twice charges once', async () => {
  const { emulator, stripe } = await start()
  const { id, url } = await openCheckout(stripe)
  await press(url!, { card: 'pays' })
  const again = await press(url!, { card: 'pays' })

  expect(again.status).toBe(200)
  const body = await again.text()
  expect(body).toContain('already been made')
  expect(body).toContain(`https://nagare.test/paysuccess?session_id=${id}`)
  expect(emulator.control.truth().charges).toHaveLength(1)
  expect(() => emulator.control.pay(id)).toThrow('complete')
})

test('two sessions of one customer make two subscriptions, as with Stripe', async () => {
  const { emulator, stripe } = await start()
  const { id: customer } = await stripe.customers.create({ email: 'hanako@example.com' })
  for (const _ of [1, 2]) emulator.control.pay((await openCheckout(stripe, { customer })).id)
  const { data } = await stripe.subscriptions.list({ customer })
  expect(data).toHaveLength(2)
  expect(emulator.control.truth().customers).toHaveLength(1)
})

test('a session whose customer was deleted cannot be paid', async () => {
  const { emulator, stripe } = await start()
  const { id: customer } = await stripe.customers.create()
  const { url } = await openCheckout(stripe, { customer })
  await stripe.customers.del(customer)
  const refused = await press(url!, { card: 'pays' })
  expect(refused.status).toBe(400)
  expect(await refused.text()).toContain('No such customer')
  expect(emulator.control.truth().charges).toEqual([])
})

test('an expired session cannot be paid, and its page links back', async () => {
  const { emulator, stripe, webhook } = await start()
  const { id, url } = await openCheckout(stripe)
  const expired = await stripe.checkout.sessions.expire(id)
  expect(expired).toMatchObject({ status: 'expired', url: null })

  const body = await (await press(url!, { card: 'pays' })).text()
  expect(body).toContain('This page has expired')
  expect(body).toContain('https://nagare.test/pricing')
  expect(emulator.control.truth().charges).toEqual([])
  await expect(stripe.checkout.sessions.expire(id)).rejects.toMatchObject({ statusCode: 400 })

  await emulator.webhooks.idle()
  expect(webhook.types()).toContain('checkout.session.expired')
})

test('a session expires by the clock', async () => {
  const { emulator, stripe } = await start()
  const expires_at = emulator.account.now() + HOUR
  const early = await openCheckout(stripe, { expires_at })
  const late = await openCheckout(stripe)
  emulator.control.advance(2 * HOUR)
  expect((await stripe.checkout.sessions.retrieve(early.id)).status).toBe('expired')
  expect((await stripe.checkout.sessions.retrieve(late.id)).status).toBe('open')
  emulator.control.advance(23 * HOUR)
  expect((await stripe.checkout.sessions.list({ status: 'expired' })).data).toHaveLength(2)
})

test('a session’s line items show when expanded', async () => {
  const { stripe } = await start()
  const price = await priceOf(stripe, 'pro_yearly')
  const { id } = await openCheckout(stripe, { line_items: [{ price: price.id, quantity: 1 }] })
  expect((await stripe.checkout.sessions.retrieve(id)).line_items).toBeUndefined()

  const shown = await stripe.checkout.sessions.retrieve(id, { expand: ['line_items.data.price.product'] })
  expect(shown.amount_total).toBe(26400)
  expect(shown.line_items?.data[0]?.price?.product).toMatchObject({ name: 'Nagare Pro' })
  const { data } = await stripe.checkout.sessions.listLineItems(id)
  expect(data[0]).toMatchObject({ amount_total: 26400, price: { lookup_key: 'pro_yearly' } })
})

test('the page is Japanese if the session or the browser is', async () => {
  const { stripe } = await start()
  const japanese = await openCheckout(stripe, { locale: 'ja' })
  const body = await (await fetch(japanese.url!)).text()
  expect(body).toContain('<html lang="ja">')
  expect(body).toContain('テスト決済')

  const unsaid = await openCheckout(stripe)
  const asked = await fetch(unsaid.url!, { headers: { 'accept-language': 'ja,en;q=0.5' } })
  expect(await asked.text()).toContain('テスト決済')
})

test('text from outside is escaped on the page', async () => {
  const { stripe } = await start({ productName: '<script>alert(1)</script>' })
  const { url } = await openCheckout(stripe, { customer_email: '"><img src=x>@example.com' })
  const body = await (await fetch(url!)).text()
  expect(body).not.toContain('<script>')
  expect(body).not.toContain('<img')
})

test.each([
  ['no price', { line_items: [{ price: 'price_none', quantity: 1 }] }, 'No such price'],
  ['no line', { line_items: [] }, 'line_items'],
  ['no quantity', { line_items: [{ price: 'PRICE' }] }, 'line_items[0][quantity]'],
  ['a customer that does not exist', { customer: 'cus_none' }, 'No such customer'],
  ['customer and e-mail', { customer: 'CUSTOMER', customer_email: 'a@example.com' }, 'only specify one'],
  ['an address that is none', { success_url: 'paysuccess' }, 'Not a valid URL'],
  ['an expiry too soon', { expires_at: 1 }, 'at least 30 minutes'],
  ['another mode', { mode: 'payment' }, 'mode=subscription'],
  ['a parameter that there is not', { nonsense: 1 }, 'Received unknown parameter: nonsense'],
] as const)('a session with %s is refused', async (_, wrong, message) => {
  const { stripe } = await start()
  const { id: price } = await priceOf(stripe)
  const { id: customer } = await stripe.customers.create()
  const params = JSON.parse(JSON.stringify(wrong).replace('PRICE', price).replace('CUSTOMER', customer))
  const refusal = openCheckout(stripe, params)
  await expect(refusal).rejects.toThrow(message)
  await expect(refusal).rejects.toMatchObject({ type: 'StripeInvalidRequestError', statusCode: 400 })
})

test('a member made by tests equals one from the page', async () => {
  const site = await start()
  const { customer, subscription } = await aMember(site)
  expect(await site.stripe.subscriptions.retrieve(subscription)).toMatchObject({ customer, status: 'active' })
})
