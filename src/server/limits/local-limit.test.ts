import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { BoundedMemory, type RateLimit, rateLimit } from './rate-limits.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

async function answers(limit: RateLimit, key: string, times: number): Promise<boolean[]> {
  const answers = []
  for (let time = 0; time < times; time++) answers.push(await limit.allows(key))
  return answers
}

test('a key has its share in each window, and others have their own', async () => {
  const limit = rateLimit(new BoundedMemory({ points: 2, seconds: 60 }))
  vi.setSystemTime(0)
  expect(await answers(limit, 'a', 3)).toEqual([true, true, false])
  expect(await limit.allows('b')).toBe(true)
  vi.setSystemTime(59_000)
  expect(await limit.allows('a')).toBe(false)
  vi.setSystemTime(60_000)
  expect(await answers(limit, 'a', 3)).toEqual([true, true, false])
})

test('no more keys are remembered than there is room for', async () => {
  const limit = rateLimit(new BoundedMemory({ points: 1, seconds: 60 }, 2))
  for (const key of ['a', 'b', 'c']) expect(await limit.allows(key)).toBe(true)
  expect(await limit.allows('c')).toBe(false)
  expect(await limit.allows('a')).toBe(true)
})
