import { expect, test } from 'vitest'
import type { PaymentsConfig } from '#server/config/payments-config.ts'
import { type OpenPayments, openPayments, paymentsOf } from './payments.ts'

const CONFIG = {
  secretKey: 'sk_test_of_the_tests',
  webhookSecrets: ['whsec_of_the_tests'],
  automaticTax: true,
  adaptivePricing: false,
}

function opened(more: Partial<Exclude<PaymentsConfig, { mode: 'off' }>> = {}): OpenPayments {
  return openPayments({ mode: 'test', ...CONFIG, ...more }) as OpenPayments
}

test('without Stripe payments are off', () => {
  const payments = openPayments({ mode: 'off' })
  expect(payments).toEqual({ mode: 'off' })
  expect(() => paymentsOf({ payments })).toThrow(expect.objectContaining({ code: 'paymentsOff' }))
})

test('a customer links to Stripe’s dashboard, in test or live mode, or to the emulator', () => {
  expect(opened().dashboard('cus_1')).toBe('https://dashboard.stripe.com/test/customers/cus_1')
  expect(opened({ mode: 'live' }).dashboard('cus_1')).toBe('https://dashboard.stripe.com/customers/cus_1')
  const apiUrl = new URL('http://localhost:12111/v1')
  expect(opened({ apiUrl }).dashboard('cus_1')).toBe('http://localhost:12111/_emu/state')
})

test.each([
  [undefined, 'api.stripe.com', '443', 'https'],
  ['http://[::1]:12111', '::1', '12111', 'http'],
  ['http://localhost', 'localhost', '80', 'http'],
  ['https://stripe.test', 'stripe.test', '443', 'https'],
])('Stripe is asked at %s, by one client', async (apiUrl, ...address) => {
  const payments = opened(apiUrl === undefined ? {} : { apiUrl: new URL(apiUrl) })
  const [stripe, again] = await Promise.all([payments.stripe(), payments.stripe()])
  expect(again).toBe(stripe)
  // The library keeps them to itself.
  const client = stripe as unknown as { _api: Record<string, unknown>; _enableTelemetry: boolean }
  expect([client._api.host, String(client._api.port), client._api.protocol]).toEqual(address)
  expect([client._api.timeout, client._api.maxNetworkRetries]).toEqual([10_000, 2])
  expect(client._enableTelemetry).toBe(false)
})
