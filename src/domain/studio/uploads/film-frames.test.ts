import { expect, test } from 'vitest'
import { frameTimes, lastStart, STRIP_FRAMES, STRIP_WIDTH } from './film-frames.ts'

test('the strip has twelve small frames, each from the middle of its part of the film', () => {
  expect([STRIP_FRAMES, STRIP_WIDTH]).toEqual([12, 160])
  expect(frameTimes(12)).toEqual([0.5, 1.5, 2.5, 3.5, 4.5, 5.5, 6.5, 7.5, 8.5, 9.5, 10.5, 11.5])
  expect(frameTimes(1).at(-1)).toBe(0.96)
})

test.each([
  [10, 9.9],
  [10.08, 9.9],
  [0.3, 0.2],
  [0.04, 0],
])('a film of %f s can be shown from %f s at the latest', (duration, start) => {
  expect(lastStart(duration)).toBe(start)
})
