import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { HOUR_MS } from '#domain/dates/spans.ts'
import { openCountdown } from './countdown.ts'

beforeEach(() => vi.useFakeTimers({ now: Date.parse('2026-11-21T09:00:00Z') }))
afterEach(() => vi.useRealTimers())

test('the countdown goes from days to hours to the end while the page is open', () => {
  const { $left } = openCountdown('2026-11-23T09:00:00Z')
  const seen: unknown[] = []
  $left.subscribe((left) => seen.push(left))
  vi.advanceTimersByTime(49 * HOUR_MS)
  expect(seen[0]).toEqual({ ended: false, amount: 2, unit: 'day' })
  expect(seen).toContainEqual({ ended: false, amount: 24, unit: 'hour' })
  expect(seen).toContainEqual({ ended: false, amount: 1, unit: 'hour' })
  expect(seen.at(-1)).toEqual({ ended: true })
  expect(seen).toHaveLength(26)
})

test('it ends on time, not at the next tick', () => {
  const { $left } = openCountdown('2026-11-21T09:00:05.500Z')
  vi.advanceTimersByTime(5499)
  expect($left.get().ended).toBe(false)
  vi.advanceTimersByTime(2)
  expect($left.get().ended).toBe(true)
})

test('the server’s end counts, whatever the clock says', () => {
  const { $left, end } = openCountdown('2026-11-23T09:00:00Z')
  end()
  vi.advanceTimersByTime(HOUR_MS)
  expect($left.get()).toEqual({ ended: true })
})

test('a stopped one leaves no timer behind', () => {
  openCountdown('2026-11-23T09:00:00Z').stop()
  expect(vi.getTimerCount()).toBe(0)
})
