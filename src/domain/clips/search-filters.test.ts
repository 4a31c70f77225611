import { expect, test } from 'vitest'
import { DURATION_RANGES, orientationOf } from './search-filters.ts'

test('duration ranges cover every second once', () => {
  const from = DURATION_RANGES.map((range) => range.duration_from)
  const to = DURATION_RANGES.map((range) => range.duration_to)
  expect(from).toEqual([0, 6, 11, 21])
  expect(to).toEqual([5, 10, 20, 600])
})

test('sides that differ by less than 5 % are square', () => {
  const sizes = [
    [1920, 1080],
    [1080, 1920],
    [1000, 951],
    [951, 1000],
    [1000, 950],
    [950, 1000],
  ] as const
  expect(sizes.map(([width, height]) => orientationOf({ width, height }))).toEqual([
    'landscape',
    'portrait',
    'square',
    'square',
    'landscape',
    'portrait',
  ])
})
