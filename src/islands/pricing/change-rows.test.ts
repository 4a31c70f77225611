import { expect, test } from 'vitest'
import { billingTexts } from '#i18n/billing/texts.ts'
import { changeRows } from './change-rows.ts'

const CHANGE = {
  plan: 'pro_yearly' as const,
  currency: 'usd',
  price: 26_400,
  credit: 1450,
  discount: 0,
  tax: 0,
  balance: 0,
  due: 24_950,
  credit_left: 0,
  until: '2027-11-22T00:00:00.000Z',
  proration_date: 1,
}
const rowsIn = (locale: 'en' | 'ja', change = CHANGE) =>
  changeRows(change, billingTexts(locale).change, locale).map(({ label, amount }) => `${label}: ${amount}`)

test('the sum to pay is below its parts, without rows of zero', () => {
  expect(rowsIn('en')).toEqual([
    'PRO, a year from today: US$264',
    'Credit for the unused part of your old plan: −US$14.50',
    'To pay now: US$249.50',
  ])
  expect(rowsIn('ja').at(-1)).toBe('今回のお支払い: US$249.50')
})

test('yen have no decimals', () => {
  const yen = { ...CHANGE, currency: 'jpy', price: 39_800, credit: 1990, due: 37_810 }
  expect(rowsIn('ja', yen).map((row) => row.split(': ')[1])).toEqual(['¥39,800', '−¥1,990', '¥37,810'])
})

test('taxes, discounts and credit are shown if there are any', () => {
  const change = { ...CHANGE, discount: 100, tax: 200, balance: 300, due: 0, credit_left: 400 }
  expect(rowsIn('en', change).slice(2)).toEqual([
    'Discount: −US$1',
    'Tax: US$2',
    'Credit from before: −US$3',
    'To pay now: US$0',
    'Credit left for later payments: US$4',
  ])
})
