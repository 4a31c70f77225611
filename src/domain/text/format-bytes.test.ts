import { expect, test } from 'vitest'
import { formatBytes } from './format-bytes.ts'

test('bytes show in decimal units, with a decimal from a megabyte to a hundred', () => {
  const bytes = [0, 999, 1000, 1499, 1_250_000, 99_949_999, 100_400_000, 5e12]
  expect(bytes.map((count) => formatBytes(count, 'en'))).toEqual([
    '0 bytes',
    '999 bytes',
    '1 kB',
    '1 kB',
    '1.3 MB',
    '99.9 MB',
    '100 MB',
    '5,000 GB',
  ])
})
