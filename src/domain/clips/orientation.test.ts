import { expect, test } from 'vitest'
import { orientationOf } from './orientation.ts'

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
