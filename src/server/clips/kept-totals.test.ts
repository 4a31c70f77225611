import { expect, test } from 'vitest'
import { KeptTotals } from './kept-totals.ts'

const clips = (count: number) => async () => count

test('clips are counted once for each list, and anew when they change', async () => {
  const totals = new KeptTotals()
  expect(await totals.of(undefined, clips(7))).toBe(7)
  expect(await totals.of('city', clips(3))).toBe(3)
  expect(await totals.of(undefined, clips(8))).toBe(7)
  totals.clear()
  expect(await totals.of(undefined, clips(8))).toBe(8)
})

test('a count that began before a change is not kept', async () => {
  const totals = new KeptTotals()
  const { promise, resolve } = Promise.withResolvers<number>()
  const before = totals.of('city', () => promise)
  totals.clear()
  resolve(3)
  expect(await before).toBe(3)
  expect(await totals.of('city', clips(4))).toBe(4)
})

test('a count that failed is tried again', async () => {
  const totals = new KeptTotals()
  await expect(totals.of(undefined, () => Promise.reject(new Error('locked')))).rejects.toThrow('locked')
  expect(await totals.of(undefined, clips(5))).toBe(5)
})
