import { expect, test } from 'vitest'
import { namedPoints, needOf, scaleFrom, scaleFromZero } from './demand-scale.ts'

test('many visitors and few clips make the greatest need', () => {
  const need = (visitors: number, stock: number) => needOf({ text: '', visitors, stock })
  expect(need(10, 0)).toBeGreaterThan(need(10, 1))
  expect(need(10, 1)).toBeGreaterThan(need(9, 1))
  expect(need(100, 1000)).toBeLessThan(need(3, 0))
})

test('a scale begins at 0 or at the power of ten below the smallest, with a tick per factor of ten', () => {
  const stock = scaleFromZero(500)
  expect([stock.place(0), stock.place(500), stock.ticks]).toEqual([0, 1, [0, 1, 10, 100]])
  expect(scaleFromZero(0).place(0)).toBe(0)
  const visitors = scaleFrom(30, 2000)
  expect([visitors.place(10), visitors.place(2000), visitors.ticks]).toEqual([0, 1, [10, 100, 1000]])
  expect(scaleFrom(3, 3)).toMatchObject({ ticks: [1, 10] })
})

test('a scale of small numbers goes up to ten', () => {
  expect(scaleFromZero(0).ticks).toEqual([0, 1])
  expect(scaleFromZero(0).place(9)).toBe(1)
  expect(scaleFrom(10, 20).place(100)).toBe(1)
  expect(scaleFrom(0.5, 1)).toMatchObject({ ticks: [1, 10] })
  expect(scaleFromZero(99).place(9)).toBeCloseTo(0.5)
})

test.each([
  [0.27, 0.06, 1],
  [0.29, 0.06, 2],
  [0.27, 0.08, 2],
  [-0.29, 0, 2],
  [0, -0.08, 2],
])('a name %f to the right and %f below another: %i of them fit', (x, y, fit) => {
  const points = [
    { x: 0.5, y: 0.5, need: 2 },
    { x: 0.5 + x, y: 0.5 + y, need: 1 },
  ]
  expect(namedPoints(points, 9).size).toBe(fit)
})

test('names do not overlap, and the point in most demand has one', () => {
  const points = [
    { x: 0.1, y: 0.5, need: 1 },
    { x: 0.12, y: 0.52, need: 9 },
    { x: 0.9, y: 0.5, need: 2 },
    { x: 0.1, y: 0.9, need: 3 },
  ]
  expect(namedPoints(points, 9)).toEqual(new Set([1, 3, 2]))
  expect(namedPoints(points, 1)).toEqual(new Set([1]))
})
