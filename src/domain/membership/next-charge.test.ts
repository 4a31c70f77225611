import { expect, test } from 'vitest'
import { formatAmount, formatPrice, formatSaving } from './format-price.ts'
import { nextCharge } from './next-charge.ts'

test.each([
  ['pro_monthly', '2026-11-21T09:00:00Z', '2026-12-21T09:00:00Z'],
  ['pro_monthly', '2026-12-21T09:00:00Z', '2027-01-21T09:00:00Z'],
  ['pro_monthly', '2027-01-31T23:59:59Z', '2027-02-28T23:59:59Z'],
  ['pro_monthly', '2028-01-30T00:00:00Z', '2028-02-29T00:00:00Z'],
  ['pro_monthly', '2027-03-31T00:00:00Z', '2027-04-30T00:00:00Z'],
  ['pro_yearly', '2026-11-21T09:00:00Z', '2027-11-21T09:00:00Z'],
  ['pro_yearly', '2028-02-29T12:00:00Z', '2029-02-28T12:00:00Z'],
] as const)('%s, paid for on %s, is charged again on %s', (plan, now, next) => {
  expect(nextCharge(plan, new Date(now))).toEqual(new Date(next))
})

test('a price names its dollars in every language, without cents that are not there', () => {
  expect(formatPrice(29, 'en')).toBe('US$29')
  expect(formatPrice(264, 'ja')).toBe('US$264')
  expect(formatPrice(1348.5, 'en')).toBe('US$1,348.50')
  expect(formatAmount(-24_950, 'usd', 'ja')).toBe('−US$249.50')
  expect(formatAmount(2_900, 'jpy', 'en')).toBe('¥2,900')
})

test('the saving is rounded down', () => {
  expect(formatSaving(29, 22, 'en')).toBe('24%')
  expect(formatSaving(30, 20.2, 'ja')).toBe('32%')
})
