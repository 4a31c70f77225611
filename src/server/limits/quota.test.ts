import { expect, test } from 'vitest'
import { Quota } from './quota.ts'

const at = (seconds: number) => new Date(seconds * 1000)

test('a key has its share in each window, and others have their own', () => {
  const quota = new Quota({ points: 2, seconds: 60 })
  expect([1, 2, 3].map(() => quota.take('a', at(0)))).toEqual([true, true, false])
  expect(quota.take('b', at(0))).toBe(true)
  expect(quota.take('a', at(59))).toBe(false)
  expect([1, 2, 3].map(() => quota.take('a', at(60)))).toEqual([true, true, false])
})

test('no more keys are remembered than there is room for', () => {
  const quota = new Quota({ points: 1, seconds: 60, most: 2 })
  for (const key of ['a', 'b', 'c']) expect(quota.take(key, at(0))).toBe(true)
  expect(quota.take('c', at(1))).toBe(false)
  expect(quota.take('a', at(1))).toBe(true)
})
