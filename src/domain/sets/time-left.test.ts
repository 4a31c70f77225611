import { expect, test } from 'vitest'
import { HOUR_MS } from '../dates/spans.ts'
import { timeLeft } from './time-left.ts'

const now = new Date('2026-11-21T00:00:00Z')
const after = (ms: number) => timeLeft(new Date(now.getTime() + ms), now)

test('more than one day shows days, rounded up', () => {
  expect(after(24 * HOUR_MS + 1)).toEqual({ ended: false, amount: 2, unit: 'day' })
  expect(after(7 * 24 * HOUR_MS)).toEqual({ ended: false, amount: 7, unit: 'day' })
})

test('one day or less shows hours, rounded up', () => {
  expect(after(24 * HOUR_MS)).toEqual({ ended: false, amount: 24, unit: 'hour' })
  expect(after(1)).toEqual({ ended: false, amount: 1, unit: 'hour' })
})

test('it has ended at its last millisecond', () => {
  expect(after(0)).toEqual({ ended: true })
  expect(after(-1)).toEqual({ ended: true })
})
