import type Stripe from 'stripe'
import { expect, test } from 'vitest'
import { factsOf, idOf, isCancelling, planOf } from './subscription-facts.ts'

const facts = (more: object = {}) =>
  factsOf({
    ...{ status: 'active', cancel_at_period_end: false, cancel_at: null, ended_at: null, created: 60 },
    items: { data: [] },
    currency: 'usd',
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
    ...{ plan: '', amount: null, currency: 'usd', cancel_at_period_end: 0, cancel_at: null, ended_at: null },
    current_period_end: '1970-01-01T00:00:00.000Z',
  })
})

test('the amount is that of the subscription’s currency, if the answer says it', () => {
  const price = { id: 'price_1', lookup_key: 'pro_monthly', unit_amount: 2900, currency: 'usd' }
  const inYen = (more: object) =>
    facts({ currency: 'jpy', items: { data: [{ current_period_end: 0, price: { ...price, ...more } }] } })
  const currency_options = { usd: { unit_amount: 2900 }, jpy: { unit_amount: 3980 } }
  expect(inYen({ currency_options })).toMatchObject({ amount: 3980, currency: 'jpy' })
  expect(inYen({ currency_options: {} })).toMatchObject({ amount: null, currency: 'jpy' })
  expect(inYen({})).not.toHaveProperty('amount')
})

test('an older price, which gave its lookup key away, still sells the plan of its period', () => {
  const recurring = (interval: string, interval_count = 1) => ({ interval, interval_count })
  const plan = (recurring: object) => planOf({ id: 'price_0', lookup_key: null, recurring } as Stripe.Price)
  expect([plan(recurring('month')), plan(recurring('year'))]).toEqual(['pro_monthly', 'pro_yearly'])
  expect([plan(recurring('week')), plan(recurring('month', 3))]).toEqual(['price_0', 'price_0'])
})

test('it ends without another payment when that is set, by either way', () => {
  expect(isCancelling({ cancel_at_period_end: 0, cancel_at: null })).toBe(false)
  expect(isCancelling({ cancel_at_period_end: 1, cancel_at: null })).toBe(true)
  expect(isCancelling({ cancel_at_period_end: 0, cancel_at: '2026-12-24' })).toBe(true)
  expect([idOf('cus_1'), idOf({ id: 'cus_2' })]).toEqual(['cus_1', 'cus_2'])
})
