import { expect, test } from 'vitest'
import { openCheckout, start } from './testing/start.ts'

/** What a browser sends when a button of a page is pressed. */
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
  expect(body).toContain('$29.00')

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
