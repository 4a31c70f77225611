import fc from 'fast-check'
import { expect, test } from 'vitest'
import { requestedRange } from './range-header.ts'

const SIZE = 1000

test.each([
  ['bytes=0-0', { start: 0, end: 0 }],
  ['bytes=0-499', { start: 0, end: 499 }],
  ['bytes=500-', { start: 500, end: 999 }],
  ['bytes=-200', { start: 800, end: 999 }],
  ['bytes=-5000', { start: 0, end: 999 }],
  ['bytes=999-', { start: 999, end: 999 }],
  ['bytes=900-5000', { start: 900, end: 999 }],
  ['BYTES=0-1', { start: 0, end: 1 }],
  ['bytes= 0-1 , 5-6', { start: 0, end: 1 }],
  ['bytes=5000-, 0-1', { start: 0, end: 1 }],
])('%s is a part', (header, part) => {
  expect(requestedRange(header, SIZE)).toEqual(part)
})

test.each(['bytes=1000-', 'bytes=1000-2000', 'bytes=-0', 'bytes=5000-,6000-'])(
  '%s cannot be had',
  (header) => {
    expect(requestedRange(header, SIZE)).toBe('unsatisfiable')
  },
)

test.each([
  undefined,
  '',
  'bytes',
  'bytes=',
  'bytes=-',
  'bytes=a-b',
  'bytes=5-2',
  'bytes=1.5-3',
  'bytes=0-1;2-3',
  'lines=0-5',
  `bytes=${'0-1,'.repeat(200)}0-1`,
])('%s is no request for a part', (header) => {
  expect(requestedRange(header, SIZE)).toBe('whole')
})

test('any range lies within the file', () => {
  fc.assert(
    fc.property(fc.string(), fc.nat(), (specification, size) => {
      const range = requestedRange(`bytes=${specification}`, size)
      if (typeof range === 'string') return
      expect(range.start).toBeGreaterThanOrEqual(0)
      expect(range.end).toBeGreaterThanOrEqual(range.start)
      expect(range.end).toBeLessThan(size)
    }),
  )
})
