import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { type CheckoutWords, planTerms } from './plan-terms.ts'

const words = (locale: string): CheckoutWords =>
  parse(readFileSync(new URL(`../../content/checkout/${locale}.yaml`, import.meta.url), 'utf8'))
const now = new Date('2026-11-21T12:00:00Z')

test('yearly terms name the sum, the month’s share, and the day of the next charge', () => {
  const { plan, rows, confirm } = planTerms(words('en'), 'pro_yearly', 'en', now)
  const text = rows.map(({ text }) => text).join(' ')
  expect(plan).toBe('PRO, annual')
  expect(confirm).toBe('Subscribe and pay US$264')
  expect(text).toContain('US$264 a year, which is US$22 a month.')
  expect(text).toContain('Renews by itself on November 21, 2027')
})

test('monthly terms name the sum of twelve months', () => {
  const { rows } = planTerms(words('en'), 'pro_monthly', 'en', now)
  const text = rows.map(({ text }) => text).join(' ')
  expect(text).toContain('US$29 a month. Over twelve months that comes to US$348.')
  expect(text).toContain('the next on December 21, 2026')
})

test.each(['pro_monthly', 'pro_yearly'] as const)('%s: every term is whole, in both languages', (plan) => {
  for (const locale of ['en', 'ja'] as const) {
    const { rows, confirm } = planTerms(words(locale), plan, locale, now)
    expect(rows).toHaveLength(8)
    for (const { label, text } of [...rows, { label: '.', text: confirm }]) {
      expect(label).not.toBe('')
      expect(text).not.toMatch(/[{}]|undefined/)
    }
  }
})

test('Japanese terms have Japanese dates and prices', () => {
  const { rows, confirm } = planTerms(words('ja'), 'pro_yearly', 'ja', now)
  const text = rows.map(({ text }) => text).join('')
  expect(text).toContain('年額US$264（1か月あたりUS$22）。')
  expect(text).toContain('2027年11月21日から1年ごとにUS$264で自動更新されます。')
  expect(confirm).toBe('US$264を支払って申し込む')
})
