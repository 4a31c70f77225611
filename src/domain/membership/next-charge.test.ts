import { expect, test } from 'vitest'
import { decimalsOf, formatAmount, formatSaving, taxNote } from './format-price.ts'
import { nextCharge, renewalFrom } from './next-charge.ts'

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
  expect(formatAmount(2_900, 'usd', 'en')).toBe('US$29')
  expect(formatAmount(26_400, 'usd', 'ja')).toBe('US$264')
  expect(formatAmount(134_850, 'usd', 'en')).toBe('US$1,348.50')
  expect(formatAmount(-24_950, 'usd', 'ja')).toBe('−US$249.50')
})

test('each currency has the digits with which Stripe counts it', () => {
  for (const locale of ['en', 'ja']) {
    expect(formatAmount(3_980, 'jpy', locale)).toBe('¥3,980')
    expect(formatAmount(-3_980, 'jpy', locale)).toBe('−¥3,980')
    expect(formatAmount(39_000, 'krw', locale)).toBe('₩39,000')
    expect(formatAmount(2_950, 'eur', locale)).toBe('€29.50')
  }
  // Stripe counts these otherwise than ISO does.
  expect(formatAmount(390_000, 'isk', 'en')).toMatch(/^ISK\s3,900$/)
  expect(formatAmount(12_500, 'mga', 'en')).toMatch(/^MGA\s12,500$/)
  expect(formatAmount(9_500, 'kwd', 'en')).toMatch(/^KWD\s9\.500$/)
  expect(['usd', 'huf', 'twd', 'ugx', 'jpy', 'bhd'].map(decimalsOf)).toEqual([2, 2, 2, 2, 0, 3])
})

test('yen say whether the tax is in them, as Japanese law asks; other currencies say nothing', () => {
  const note = (currency: string, taxed: boolean) => taxNote({ currency, taxed }, 'ja')
  expect([note('jpy', false), note('jpy', true), note('usd', false)]).toEqual(['（税込）', '（税別）', ''])
  expect(taxNote({ currency: 'jpy', taxed: false }, 'en')).toBe(' (tax included)')
})

test('the saving is rounded down', () => {
  expect(formatSaving(29, 22, 'en')).toBe('24%')
  expect(formatSaving(30, 20.2, 'ja')).toBe('32%')
})

test.each([
  ['pro_monthly', '2027-01-31', '2027-02-10', '2027-02-28'],
  ['pro_monthly', '2027-01-31', '2027-03-01', '2027-03-31'],
  ['pro_monthly', '2027-01-31', '2027-03-31', '2027-03-31'],
  ['pro_yearly', '2028-02-29', '2029-03-01', '2030-02-28'],
  ['pro_yearly', '2028-02-29', '2031-03-01', '2032-02-29'],
] as const)('%s from %s renews, not before %s, on %s', (plan, anchor, notBefore, renewal) => {
  const day = (text: string) => new Date(`${text}T09:30:00.000Z`)
  expect(renewalFrom(plan, day(anchor), day(notBefore))).toEqual(day(renewal))
})
