import { expect, test } from 'vitest'
import { decayed, popularityOf, scaleOf } from './popularity.ts'

test('an event counts half after thirty days, and never more than at first', () => {
  expect(decayed(8, 30)).toBeCloseTo(4)
  expect(decayed(8, 60)).toBeCloseTo(2)
  expect(decayed(8, -1)).toBe(8)
})

test('a new clip ranks above the median clip with events', () => {
  const worths = [0.2, 40, 60, 80, 4_000]
  const median = popularityOf({ ageDays: 400, worth: 60, scale: scaleOf(worths) })
  expect(popularityOf({ ageDays: 0, worth: 0, scale: scaleOf(worths) })).toBeGreaterThan(median)
  expect(popularityOf({ ageDays: 400, worth: 4_000, scale: scaleOf(worths) })).toBeGreaterThan(1)
})

test('a clip without events sinks with age', () => {
  const at = (ageDays: number) => popularityOf({ ageDays, worth: 0, scale: 1 })
  expect(at(0)).toBe(1)
  expect(at(14)).toBeCloseTo(0.5)
  expect(at(400)).toBeLessThan(0.001)
})

test('few events are not exaggerated', () => {
  expect(scaleOf([])).toBe(1)
  expect(scaleOf([0.2])).toBe(1)
})
