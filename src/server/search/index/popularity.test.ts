import { expect, test } from 'vitest'
import { decayed, popularityOf, scaleOf } from './popularity.ts'

test('an act is worth half as much after thirty days, and never more than at first', () => {
  expect(decayed(8, 30)).toBeCloseTo(4)
  expect(decayed(8, 60)).toBeCloseTo(2)
  expect(decayed(8, -1)).toBe(8)
})

test('a new clip stands above the median clip that people did something with', () => {
  const worths = [0.2, 40, 60, 80, 4_000]
  const median = popularityOf({ ageDays: 400, worth: 60, scale: scaleOf(worths) })
  expect(popularityOf({ ageDays: 0, worth: 0, scale: scaleOf(worths) })).toBeGreaterThan(median)
  expect(popularityOf({ ageDays: 400, worth: 4_000, scale: scaleOf(worths) })).toBeGreaterThan(1)
})

test('a clip that nobody cares for sinks with age', () => {
  const at = (ageDays: number) => popularityOf({ ageDays, worth: 0, scale: 1 })
  expect(at(0)).toBe(1)
  expect(at(14)).toBeCloseTo(0.5)
  expect(at(400)).toBeLessThan(0.001)
})

test('few acts are not blown up', () => {
  expect(scaleOf([])).toBe(1)
  expect(scaleOf([0.2])).toBe(1)
})
