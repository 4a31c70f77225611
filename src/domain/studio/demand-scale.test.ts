import { expect, test } from 'vitest'
import { namedPoints, needOf, placeOf, ticksOf } from './demand-scale.ts'

test('many visitors and few clips make the greatest need', () => {
  const need = (visitors: number, stock: number) => needOf({ text: '', visitors, stock })
  expect(need(10, 0)).toBeGreaterThan(need(10, 1))
  expect(need(10, 1)).toBeGreaterThan(need(9, 1))
  expect(need(100, 1000)).toBeLessThan(need(3, 0))
})

test('a scale begins with nothing, ends with the most, and has a tick for each tenfold', () => {
  expect(placeOf(0, 500)).toBe(0)
  expect(placeOf(500, 500)).toBe(1)
  expect(placeOf(0, 0)).toBe(0)
  expect(ticksOf(500)).toEqual([0, 1, 10, 100])
  expect(ticksOf(0)).toEqual([0, 1])
})

test('names do not cover each other, and the most wanted has one', () => {
  const points = [
    { x: 0.1, y: 0.5, need: 1 },
    { x: 0.12, y: 0.52, need: 9 },
    { x: 0.9, y: 0.5, need: 2 },
    { x: 0.1, y: 0.9, need: 3 },
  ]
  expect(namedPoints(points, 9)).toEqual(new Set([1, 3, 2]))
  expect(namedPoints(points, 1)).toEqual(new Set([1]))
})
