import { expect, test } from 'vitest'
import { DAY } from './model/calendar.ts'
import { aMember, openCheckout, type Site, start } from './testing/start.ts'

async function openPortal({ stripe }: Site, customer: string): Promise<string> {
  const { url } = await stripe.billingPortal.sessions.create({
    customer,
    return_url: 'https://nagare.test/account',
  })
  return url
}

/** Submits a form and follows the redirect. */
async function press(url: string, fields: Record<string, string>): Promise<string> {
  const response = await fetch(url, { method: 'POST', body: new URLSearchParams(fields) })
  expect(response.status).toBe(200)
  return response.text()
}

test('the portal shows subscription, card, invoices and the link back', async () => {
  const site = await start()
  const { customer } = await aMember(site)
  const page = await (await fetch(await openPortal(site, customer))).text()
  for (const shown of ['Test payments', 'Nagare Pro', 'US$29.00', 'visa •••• 4242', '-0001', 'Paid']) {
    expect(page).toContain(shown)
  }
  expect(page).toContain('href="https://nagare.test/account"')
})

test('an invoice has a page of its own', async () => {
  const site = await start()
  const { session } = await aMember(site)
  const invoice = await site.stripe.invoices.retrieve(session.invoice as string)
  const page = await (await fetch(invoice.hosted_invoice_url!)).text()
  expect(page).toContain(invoice.number)
  expect(page).toContain('1 × Nagare Pro (at US$29.00 / month)')
})

test('cancelling in the portal sets cancel_at alone, and can be undone there', async () => {
  const site = await start()
  const { customer, subscription } = await aMember(site)
  const url = await openPortal(site, customer)

  expect(await press(url, { action: 'cancel', subscription })).toContain('will end with its period')
  const cancelled = await site.stripe.subscriptions.retrieve(subscription)
  expect(cancelled).toMatchObject({ status: 'active', cancel_at_period_end: false })
  expect(cancelled.cancel_at).toBe(cancelled.items.data[0]?.current_period_end)

  expect(await press(url, { action: 'keep', subscription })).toContain('goes on')
  expect((await site.stripe.subscriptions.retrieve(subscription)).cancel_at).toBeNull()
})

test('a cancellation made by the site can be undone in the portal', async () => {
  const site = await start()
  const { customer, subscription } = await aMember(site)
  await site.stripe.subscriptions.update(subscription, { cancel_at_period_end: true })
  await press(await openPortal(site, customer), { action: 'keep', subscription })
  expect(await site.stripe.subscriptions.retrieve(subscription)).toMatchObject({
    cancel_at: null,
    cancel_at_period_end: false,
  })
})

test('a new card becomes the one that pays', async () => {
  const site = await start()
  const { customer, subscription } = await aMember(site)
  const page = await press(await openPortal(site, customer), { action: 'card', card: 'paysToo' })
  expect(page).toContain('mastercard •••• 4444')
  const found = await site.stripe.subscriptions.retrieve(subscription, {
    expand: ['default_payment_method', 'customer.invoice_settings.default_payment_method'],
  })
  expect(found).toMatchObject({
    default_payment_method: { card: { last4: '4444' } },
    customer: { invoice_settings: { default_payment_method: { card: { last4: '4444' } } } },
  })
  const { data } = await site.stripe.customers.listPaymentMethods(customer)
  expect(data.map(({ card }) => card?.last4)).toEqual(['4444', '4242'])
})

test('an overdue invoice can be paid in the portal', async () => {
  const site = await start()
  const { id } = await openCheckout(site.stripe)
  site.emulator.control.pay(id, { card: 'declinesRenewals' })
  site.emulator.control.advance(32 * DAY)
  const [subscription] = (await site.stripe.subscriptions.list()).data
  expect(subscription?.status).toBe('past_due')

  const url = await openPortal(site, subscription?.customer as string)
  await press(url, { action: 'card', card: 'paysToo' })
  const page = await press(url, { action: 'pay', invoice: subscription?.latest_invoice as string })
  expect(page).toContain('the invoice is paid')
  expect((await site.stripe.subscriptions.retrieve(subscription!.id)).status).toBe('active')
})

test('nobody can act on another customer’s objects', async () => {
  const site = await start()
  const victim = await aMember(site)
  const { customer } = await aMember(site)
  const url = await openPortal(site, customer)
  await press(url, { action: 'cancel', subscription: victim.subscription })
  expect((await site.stripe.subscriptions.retrieve(victim.subscription)).cancel_at).toBeNull()
})

test('a missing page says so', async () => {
  const { emulator } = await start()
  for (const path of ['/', '/p/session/bps_none', '/c/pay/cs_none', '/nonsense']) {
    const response = await fetch(new URL(path, emulator.url))
    expect(response.status).toBe(404)
    expect(await response.text()).toContain('There is no such page')
  }
})
