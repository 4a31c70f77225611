import { expect, test } from 'vitest'
import { durationRange, isNarrowed, listQuery } from './list-query.ts'

test('a list has one URL, for any order of the filters', () => {
  const address = '?orientation=portrait&duration_from=6&duration_to=10&sort=newest'
  expect(listQuery({ sort: 'newest', duration_to: 10, orientation: 'portrait', duration_from: 6 })).toBe(
    address,
  )
})

test('unset filters are not in the URL', () => {
  expect(listQuery({ sort: 'relevance', duration_from: 0, duration_to: 600 })).toBe('')
})

test('an open range names only its lower end, and is recognised again', () => {
  expect(listQuery({ duration_from: 21, duration_to: 600 })).toBe('?duration_from=21')
  expect(durationRange({ duration_from: 21 })).toBe('21-')
  expect(durationRange({ duration_to: 5 })).toBe('0-5')
  expect(durationRange({ duration_from: 7 })).toBeUndefined()
  expect(durationRange({})).toBeUndefined()
})

test('an order does not narrow a list, a filter does', () => {
  expect(isNarrowed({ sort: 'newest', category: undefined })).toBe(false)
  expect(isNarrowed({ license_type: 'editorial' })).toBe(true)
})
