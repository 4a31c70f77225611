import { expect, test } from 'vitest'
import { lastTimeAt } from './last-time.ts'

/** In the time zone of the machine. */
const at = (day: number, hour: number, minute: number, second = 0, ms = 0) =>
  new Date(2026, 10, day, hour, minute, second, ms)

test.each([
  ['later on the same day', at(22, 13, 5, 7, 9), at(22, 4, 30)],
  ['at that very time', at(22, 4, 30), at(22, 4, 30)],
  ['a moment before', at(22, 4, 29, 59, 999), at(21, 4, 30)],
  ['on the first of a month', at(1, 0, 0), new Date(2026, 9, 31, 4, 30)],
])('the clock showed half past four last: %s', (_, now, last) => {
  expect(lastTimeAt('04:30', now)).toEqual(last)
})
