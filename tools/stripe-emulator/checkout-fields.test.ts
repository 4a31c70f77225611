import { expect, test } from 'vitest'
import { openCheckout, start } from './testing/start.ts'

const form = (fields: Record<string, string>) => ({
  method: 'POST',
  redirect: 'manual' as const,
  body: new URLSearchParams(fields),
})

test('a company’s name and tax id are collected, stored, and on the invoice', async () => {
  const { stripe, emulator } = await start()
  const session = await openCheckout(stripe, { tax_id_collection: { enabled: true } })
  expect(await (await fetch(session.url!)).text()).toContain('Company name')
  await fetch(
    session.url!,
    form({ card: 'pays', email: 'a@example.com', business_name: '株式会社流れ', tax_id: 'T1234567890123' }),
  )
  const paid = await stripe.checkout.sessions.retrieve(session.id, { expand: ['invoice'] })
  expect(paid.customer_details).toMatchObject({
    business_name: '株式会社流れ',
    tax_ids: [{ type: 'jp_trn', value: 'T1234567890123' }],
  })
  expect(paid.invoice).toMatchObject({ customer_name: '株式会社流れ' })
  expect(emulator.control.truth().customers).toHaveLength(1)
})

test('a known customer’s tax id needs customer_update for the name, as at Stripe', async () => {
  const { stripe } = await start()
  const { id: customer } = await stripe.customers.create({ name: 'Aoi' })
  const fields = { customer, tax_id_collection: { enabled: true } }
  await expect(openCheckout(stripe, fields)).rejects.toThrow('customer_update[name]')
  const session = await openCheckout(stripe, { ...fields, customer_update: { name: 'auto' } })
  expect(session.tax_id_collection).toMatchObject({ enabled: true })
})

test('a promotion code lowers only the first payment, and a wrong one is refused', async () => {
  const { stripe, emulator } = await start()
  const session = await openCheckout(stripe, { allow_promotion_codes: true })
  const wrong = await fetch(session.url!, form({ promotion: 'T"20' }))
  const again = new URL(wrong.headers.get('location')!, session.url!)
  expect(await (await fetch(again)).text()).toContain('name="promotion" required value="T&quot;20"')
  await fetch(session.url!, form({ promotion: 'test20' }))
  const page = await (await fetch(session.url!)).text()
  expect(page).toContain('Pay US$23.20')
  emulator.control.pay(session.id, { email: 'a@example.com' })
  emulator.control.advance(32 * 24 * 3600)
  expect(emulator.control.truth().charges.map(({ amount }) => amount)).toEqual([2320, 2900])
})

test('without promotion codes the page has no field and accepts none', async () => {
  const { stripe } = await start()
  const session = await openCheckout(stripe)
  expect(await (await fetch(session.url!)).text()).not.toContain('Promotion code')
  const refused = await fetch(session.url!, form({ promotion: 'TEST20' }))
  expect(refused.headers.get('location')).toContain('promotion=TEST20')
  expect(await stripe.checkout.sessions.retrieve(session.id)).toMatchObject({ amount_total: 2900 })
})
