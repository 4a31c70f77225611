import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { MemoryCounter } from './counters.ts'
import { type RateLimit, rateLimit } from './rate-limits.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

async function answers(limit: RateLimit, key: string, times: number): Promise<boolean[]> {
  const answers = []
  for (let time = 0; time < times; time++) answers.push(await limit.allows(key))
  return answers
}

test('each key has its own limit per window', async () => {
  const limit = rateLimit(new MemoryCounter(60_000), 2)
  vi.setSystemTime(0)
  expect(await answers(limit, 'a', 3)).toEqual([true, true, false])
  expect(await limit.allows('b')).toBe(true)
  vi.setSystemTime(59_000)
  expect(await limit.allows('a')).toBe(false)
  vi.setSystemTime(60_000)
  expect(await answers(limit, 'a', 3)).toEqual([true, true, false])
})

test('only a used-up key gets a waiting time', async () => {
  const limit = rateLimit(new MemoryCounter(60_000), 2)
  vi.setSystemTime(0)
  await limit.take('a')
  expect([await limit.blockedFor('a'), await limit.blockedFor('b')]).toEqual([undefined, undefined])
  await limit.take('a')
  expect(await limit.blockedFor('a')).toBe(60)
  vi.setSystemTime(58_500)
  expect(await limit.blockedFor('a')).toBe(2)
  vi.setSystemTime(59_999)
  expect(await limit.blockedFor('a'), 'never no time').toBe(1)
  expect(await limit.blockedFor('a'), 'asking takes nothing').toBe(1)
  const refused = { code: 'tooManyRequests', detail: 'try again in 1 second', retryAfterSeconds: 1 }
  await expect(limit.take('a')).rejects.toMatchObject(refused)
  vi.setSystemTime(60_000)
  expect(await limit.blockedFor('a')).toBeUndefined()
})

test('a returned point can be taken again, and a forgotten key has all points', async () => {
  const limit = rateLimit(new MemoryCounter(60_000), 2)
  vi.setSystemTime(0)
  expect(await answers(limit, 'a', 2)).toEqual([true, true])
  await limit.giveBack('a')
  expect(await answers(limit, 'a', 2)).toEqual([true, false])
  await limit.forget('a')
  expect(await answers(limit, 'a', 3)).toEqual([true, true, false])
})

test('a failed counter is an error, not a refusal', async () => {
  const add = () => Promise.reject(new Error('away'))
  const limit = rateLimit({ add } as never, 1)
  await expect(limit.allows('a')).rejects.toThrow('away')
})

test('the number of keys is limited', async () => {
  const limit = rateLimit(new MemoryCounter(60_000, 2), 1)
  for (const key of ['a', 'b', 'c']) expect(await limit.allows(key)).toBe(true)
  expect(await limit.allows('c')).toBe(false)
  expect(await limit.allows('a')).toBe(true)
})

test('the least recently used key is dropped first', async () => {
  const limit = rateLimit(new MemoryCounter(60_000, 2), 1)
  for (const key of ['a', 'b', 'a', 'c']) await limit.allows(key)
  expect(await limit.allows('a')).toBe(false)
  expect(await limit.allows('b')).toBe(true)
})
