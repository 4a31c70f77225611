import { expect, test } from 'vitest'
import { CountCache } from './count-cache.ts'

const clips = (count: number) => async () => count

test('clips are counted once per list, and again after a change', async () => {
  const counts = new CountCache()
  expect(await counts.of('all', clips(7))).toBe(7)
  expect(await counts.of('city', clips(3))).toBe(3)
  expect(await counts.of('all', clips(8))).toBe(7)
  counts.clear()
  expect(await counts.of('all', clips(8))).toBe(8)
})

test('a count that began before a change is not kept', async () => {
  const counts = new CountCache()
  const { promise, resolve } = Promise.withResolvers<number>()
  const before = counts.of('city', () => promise)
  counts.clear()
  resolve(3)
  expect(await before).toBe(3)
  expect(await counts.of('city', clips(4))).toBe(4)
})

test('a count that failed is tried again', async () => {
  const counts = new CountCache()
  await expect(counts.of('all', () => Promise.reject(new Error('locked')))).rejects.toThrow('locked')
  expect(await counts.of('all', clips(5))).toBe(5)
})
