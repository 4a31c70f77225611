import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { type CheckoutWords, planTerms } from './plan-terms.ts'

const words = (locale: string): CheckoutWords =>
  parse(readFileSync(new URL(`../../content/checkout/${locale}.yaml`, import.meta.url), 'utf8'))
const now = new Date('2026-11-21T12:00:00Z')
const DOLLARS = {
  offer: { currency: 'usd', amounts: {}, taxed: false },
  ...{ pro_monthly: 2900, pro_yearly: 26_400 },
}
const YEN = { offer: { ...DOLLARS.offer, currency: 'jpy' }, ...{ pro_monthly: 3980, pro_yearly: 39_800 } }

function terms(
  locale: 'en' | 'ja',
  plan: 'pro_monthly' | 'pro_yearly',
  { offer, ...amounts } = DOLLARS,
  trialDays = 0,
) {
  return planTerms(words(locale), locale, { plan, offer, amount: amounts[plan], trialDays, now })
}

test('yearly terms name the sum, the month’s share, and the day of the next charge', () => {
  const { plan, rows, confirm } = terms('en', 'pro_yearly')
  const text = rows.map(({ text }) => text).join(' ')
  expect(plan).toBe('PRO, annual')
  expect(confirm).toBe('Subscribe and pay US$264')
  expect(text).toContain('US$264 a year, which is US$22 a month.')
  expect(text).toContain('Renews by itself on November 21, 2027')
})

test('monthly terms name the sum of twelve months', () => {
  const { rows } = terms('en', 'pro_monthly')
  const text = rows.map(({ text }) => text).join(' ')
  expect(text).toContain('US$29 a month. Over twelve months that comes to US$348.')
  expect(text).toContain('the next on December 21, 2026')
})

test.each(['pro_monthly', 'pro_yearly'] as const)('%s: every term is whole, in both languages', (plan) => {
  for (const locale of ['en', 'ja'] as const) {
    for (const trialDays of [0, 14]) {
      const { rows, confirm } = terms(locale, plan, DOLLARS, trialDays)
      expect(rows).toHaveLength(8)
      for (const { label, text } of [...rows, { label: '.', text: confirm }]) {
        expect(label).not.toBe('')
        expect(text).not.toMatch(/[{}]|undefined/)
      }
    }
  }
})

test('Japanese terms have Japanese dates and prices', () => {
  const { rows, confirm } = terms('ja', 'pro_yearly')
  const text = rows.map(({ text }) => text).join('')
  expect(text).toContain('年額US$264（1か月あたりUS$22）。')
  expect(text).toContain('2027年11月21日から1年ごとにUS$264で自動更新されます。')
  expect(confirm).toBe('US$264を支払って申し込む')
})

test('terms in yen say that the tax is in them, unless Stripe adds it', () => {
  const { rows, confirm } = terms('ja', 'pro_yearly', YEN)
  const text = rows.map(({ text }) => text).join('')
  expect(text).toContain('年額¥39,800（税込）（1か月あたり¥3,317）。')
  expect(text).toContain('料金は消費税を含みます')
  expect(text).not.toContain('税がかかる場合')
  expect(confirm).toBe('¥39,800（税込）を支払って申し込む')
  const taxed = terms('ja', 'pro_monthly', { ...YEN, offer: { ...YEN.offer, taxed: true } })
  expect(taxed.rows.map(({ text }) => text).join('')).toMatch(/月額¥3,980（税別）.*法令により税がかかる場合/)
})

test.each([
  [
    'en',
    DOLLARS,
    ['Nothing is charged today', 'on December 5, 2026, the first payment of US$264'],
    'Cancel before December 5, 2026 and you pay nothing',
    'Start 14 days free, then pay US$264',
  ],
  [
    'ja',
    YEN,
    ['本日のお支払いはありません', '2026年12月5日に、ご入力のカードへ初回の¥39,800（税込）'],
    '2026年12月5日より前に解約すれば、お支払いはなく',
    '14日間無料で始める（その後¥39,800（税込）を自動で請求）',
  ],
] as const)('free days: when the first charge falls, how much, and how to cancel before (%s)', (...given) => {
  const [locale, sold, charge, cancel, button] = given
  const { rows, confirm } = terms(locale, 'pro_yearly', sold, 14)
  const text = rows.map(({ text }) => text).join(' ')
  for (const part of [...charge, cancel]) expect(text).toContain(part)
  expect(text).not.toMatch(/taken now|お申し込み時、次回/)
  expect(confirm).toBe(button)
})
