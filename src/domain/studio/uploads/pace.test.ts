import { expect, test } from 'vitest'
import { type Mark, secondsLeft, withMark } from './pace.ts'

const steadily = (bytesPerSecond: number, seconds: number): Mark[] =>
  Array.from({ length: seconds + 1 }, (_, at) => ({ at: at * 1000, bytes: at * bytesPerSecond }))

test('the time left follows the pace of the last seconds', () => {
  expect(secondsLeft(steadily(1000, 10), 5000)).toBe(5)
  const slow = steadily(1000, 60).reduce<Mark[]>((marks, mark) => withMark(marks, mark), [])
  const fast = steadily(10_000, 30)
    .slice(1)
    .map(({ at, bytes }) => ({ at: at + 60_000, bytes: bytes + 60_000 }))
    .reduce<Mark[]>((marks, mark) => withMark(marks, mark), slow)
  expect(secondsLeft(fast, 100_000)).toBe(10)
})

test('the pace is measured between marks of the last twenty seconds', () => {
  const marks = [
    { at: 5000, bytes: 3000 },
    { at: 7000, bytes: 5000 },
  ]
  expect([secondsLeft(marks, 1000), secondsLeft(marks, 1001)]).toEqual([1, 2])
  const young = [...marks, { at: 25_000, bytes: 6000 }]
  expect(withMark(young, { at: 25_000, bytes: 6000 })).toHaveLength(4)
  expect(withMark(young, { at: 25_001, bytes: 6000 })).toHaveLength(3)
})

test.each([
  [1499, 5, undefined],
  [1500, 5, 300],
  [1500, 0, undefined],
])('after %i ms and %i more bytes the time left is %s', (at, more, seconds) => {
  const marks = [
    { at: 0, bytes: 7 },
    { at, bytes: 7 + more },
  ]
  expect(secondsLeft(marks, 1000)).toBe(seconds)
})

test('there is no estimate at the start or without progress', () => {
  expect(secondsLeft([], 10)).toBeUndefined()
  expect(secondsLeft(steadily(1000, 1), 10)).toBeUndefined()
  expect(
    secondsLeft(
      [
        { at: 0, bytes: 5 },
        { at: 9000, bytes: 5 },
      ],
      10,
    ),
  ).toBeUndefined()
})
