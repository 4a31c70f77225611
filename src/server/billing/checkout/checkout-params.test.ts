import { expect, test } from 'vitest'
import { checkoutParams } from './checkout-params.ts'

const ASKED = {
  userId: 7,
  plan: 'pro_yearly',
  referral: '',
  customer: 'cus_1',
  price: 'price_1',
  offer: { currency: 'usd', amounts: { pro_monthly: 2900, pro_yearly: 26_400 }, taxed: false },
  trialDays: 0,
  several: false,
  locale: 'en',
  site: { name: 'Nagare', url: new URL('https://nagare.example') },
} as const

test('taxes are calculated, and the address stored for them, only if configured', () => {
  const off = checkoutParams({ automaticTax: false, adaptivePricing: false }, ASKED)
  expect(off).not.toHaveProperty('automatic_tax')
  expect(off.customer_update).toEqual({ name: 'auto' })
  const on = checkoutParams({ automaticTax: true, adaptivePricing: false }, ASKED)
  expect(on.automatic_tax).toEqual({ enabled: true })
  expect(on.customer_update).toEqual({ name: 'auto', address: 'auto' })
  expect(on.line_items).toEqual([{ price: 'price_1', quantity: 1 }])
  expect(on.metadata, 'nobody has referred the buyer').not.toHaveProperty('referral')
})

test.each([
  ['en', 'pro_yearly', 'every year at US$264'],
  ['en', 'pro_monthly', 'every month at US$29'],
  ['ja', 'pro_yearly', '1年ごとにUS$264で'],
  ['ja', 'pro_monthly', '1か月ごとにUS$29で'],
] as const)('beside the button stands what is charged when (%s, %s)', (locale, plan, words) => {
  const settings = { automaticTax: false, adaptivePricing: false }
  const { custom_text } = checkoutParams(settings, { ...ASKED, locale, plan })
  const { message } = (custom_text as { submit: { message: string } }).submit
  expect(message).toContain(words)
})

test('of several currencies the buyer’s is named, with the tax in yen', () => {
  const offer = { currency: 'jpy', amounts: { pro_yearly: 39_800 }, taxed: false }
  const order = { ...ASKED, offer, several: true, locale: 'ja' as const }
  const params = checkoutParams({ automaticTax: false, adaptivePricing: false }, order)
  expect(params.currency).toBe('jpy')
  expect(params.custom_text).toMatchObject({
    submit: { message: expect.stringContaining('1年ごとに¥39,800（税込）で') },
  })
  expect(checkoutParams({ automaticTax: false, adaptivePricing: false }, ASKED)).not.toHaveProperty(
    'currency',
  )
})

test.each([
  ['en', 'Free for 14 days; the first payment follows', 'Cancel before, and you pay nothing'],
  ['ja', '14日間は無料', 'それまでに解約された場合、お支払いはありません'],
] as const)('free days are passed on, with what they lead to (%s)', (locale, ...said) => {
  const order = { ...ASKED, locale, trialDays: 14 }
  const params = checkoutParams({ automaticTax: false, adaptivePricing: false }, order)
  expect(params.subscription_data).toMatchObject({
    trial_period_days: 14,
    trial_settings: { end_behavior: { missing_payment_method: 'cancel' } },
    metadata: { user_id: '7' },
  })
  expect(params.metadata).toMatchObject({ trial_days: '14', price: 'price_1' })
  const { message } = (params.custom_text as { submit: { message: string } }).submit
  for (const text of [...said, 'US$264']) expect(message).toContain(text)
  // Stripe's limit.
  expect(message.length).toBeLessThan(1200)
  expect(checkoutParams({ automaticTax: false, adaptivePricing: false }, ASKED).subscription_data).toEqual({
    metadata: { user_id: '7', site: 'nagare.example' },
  })
})
