import type Stripe from 'stripe'
import { expect, test } from 'vitest'
import { factsOf, idOf, isCancelling } from './subscription-facts.ts'

const facts = (more: object = {}) =>
  factsOf({
    ...{ status: 'active', cancel_at_period_end: false, cancel_at: null, ended_at: null, created: 60 },
    items: { data: [] },
    ...more,
  } as unknown as Stripe.Subscription)

test('the latest period of a subscription counts, and its first price', () => {
  const price = { id: 'price_1', lookup_key: 'pro_yearly', unit_amount: 26_400, currency: 'usd' }
  const data = [{ current_period_end: 7200, price }, { current_period_end: 3600 }]
  expect(facts({ items: { data }, cancel_at_period_end: true, cancel_at: 1, ended_at: 2 })).toEqual({
    ...{ status: 'active', plan: 'pro_yearly', amount: 26_400, currency: 'usd', cancel_at_period_end: 1 },
    current_period_end: '1970-01-01T02:00:00.000Z',
    cancel_at: '1970-01-01T00:00:01.000Z',
    ended_at: '1970-01-01T00:00:02.000Z',
    created: '1970-01-01T00:01:00.000Z',
  })
  const nameless = { ...price, lookup_key: null }
  expect(facts({ items: { data: [{ current_period_end: 0, price: nameless }] } }).plan).toBe('price_1')
})

test('a subscription without anything in it has ended, and has no known price or plan', () => {
  expect(facts()).toMatchObject({
    ...{ plan: '', amount: null, currency: null, cancel_at_period_end: 0, cancel_at: null, ended_at: null },
    current_period_end: '1970-01-01T00:00:00.000Z',
  })
})

test('it ends without another payment when that is set, by either way', () => {
  expect(isCancelling({ cancel_at_period_end: 0, cancel_at: null })).toBe(false)
  expect(isCancelling({ cancel_at_period_end: 1, cancel_at: null })).toBe(true)
  expect(isCancelling({ cancel_at_period_end: 0, cancel_at: '2026-12-24' })).toBe(true)
  expect([idOf('cus_1'), idOf({ id: 'cus_2' })]).toEqual(['cus_1', 'cus_2'])
})
