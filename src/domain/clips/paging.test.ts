import { expect, test } from 'vitest'
import { nextOffset } from './paging.ts'

test('the next page starts where this one ends', () => {
  expect(nextOffset({ offset: 40, count: 40, total: 100 })).toBe(80)
})

test('the last page, an empty page and the deepest page have no next', () => {
  expect(nextOffset({ offset: 80, count: 20, total: 100 })).toBeNull()
  expect(nextOffset({ offset: 400, count: 0, total: 100 })).toBeNull()
  expect(nextOffset({ offset: 100_000, count: 40, total: 1_000_000 })).toBeNull()
})
