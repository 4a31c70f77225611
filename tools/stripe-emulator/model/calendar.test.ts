import { expect, test } from 'vitest'
import { addIntervals, nextBilling } from './calendar.ts'

const seconds = (text: string) => Date.parse(text) / 1000

test.each([
  ['2026-01-31T12:00:00Z', 1, '2026-02-28T12:00:00Z'],
  ['2026-01-31T12:00:00Z', 2, '2026-03-31T12:00:00Z'],
  ['2027-12-31T23:59:59Z', 2, '2028-02-29T23:59:59Z'],
  ['2026-11-21T06:00:00Z', 14, '2028-01-21T06:00:00Z'],
])('from %s, %i months later it is %s', (anchor, months, expected) => {
  expect(addIntervals(seconds(anchor), 'month', months)).toBe(seconds(expected))
})

test('a year after a leap day is the last of February', () => {
  expect(addIntervals(seconds('2028-02-29T00:00:00Z'), 'year', 1)).toBe(seconds('2029-02-28T00:00:00Z'))
})

test('the next billing is after the moment, not at it', () => {
  const anchor = seconds('2026-01-31T12:00:00Z')
  expect(nextBilling(anchor, 'month', anchor)).toBe(seconds('2026-02-28T12:00:00Z'))
  expect(nextBilling(anchor, 'month', seconds('2026-02-28T12:00:00Z'))).toBe(seconds('2026-03-31T12:00:00Z'))
})
