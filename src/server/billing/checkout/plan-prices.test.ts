import type Stripe from 'stripe'
import { expect, test, vi } from 'vitest'
import { PlanPrices } from './plan-prices.ts'

const MONTHLY = {
  ...{ id: 'price_month', lookup_key: 'pro_monthly', unit_amount: 2900, currency: 'usd' },
  recurring: { interval: 'month', interval_count: 1 },
}
const NOW = new Date('2026-11-21T09:00:00Z')
const later = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000)

function pricesAt(...data: object[]) {
  const list = vi.fn(async (_: Stripe.PriceListParams) => ({ data }))
  return { list, prices: new PlanPrices(async () => ({ prices: { list } }) as unknown as Stripe) }
}

test('a plan’s price is fetched once in five minutes, from the active prices', async () => {
  const { list, prices } = pricesAt(MONTHLY)
  for (const minutes of [0, 4, 5])
    expect(await prices.idOf('pro_monthly', later(minutes))).toBe('price_month')
  expect(list.mock.calls).toEqual([[{ lookup_keys: ['pro_monthly', 'pro_yearly'], active: true }]])
  await prices.idOf('pro_monthly', later(6))
  expect(list).toHaveBeenCalledTimes(2)
})

test.each([
  ['amount', { unit_amount: 2901 }],
  ['currency', { currency: 'jpy' }],
  ['plan', { lookup_key: 'pro_yearly' }],
  ['period', { recurring: { interval: 'year', interval_count: 1 } }],
  ['number of months', { recurring: { interval: 'month', interval_count: 2 } }],
  ['kind, once and for all', { recurring: null }],
])('a price of another %s than our pages show is never charged, and is asked for again', async (_, other) => {
  const { list, prices } = pricesAt({ ...MONTHLY, ...other })
  for (const times of [1, 2]) {
    await expect(prices.idOf('pro_monthly', NOW)).rejects.toMatchObject({ code: 'paymentFailed' })
    expect(list).toHaveBeenCalledTimes(times)
  }
})
