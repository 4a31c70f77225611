import { expect, test } from 'vitest'
import { chosenIn } from '../search/filter-query.ts'
import { FILTERS } from '../search/filters.ts'
import { isNarrowed, type ListQuery, listQuery } from './list-query.ts'

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
  const band = (query: ListQuery) => chosenIn(query, 'duration', FILTERS.duration)
  expect(band({ duration_from: 21 })).toBe('21-')
  expect(band({ duration_to: 5 })).toBe('0-5')
  expect(band({ duration_from: 7 })).toBeUndefined()
  expect(band({})).toBeUndefined()
})

test('an order does not narrow a list, a filter does', () => {
  expect(isNarrowed({ sort: 'newest', category: undefined })).toBe(false)
  expect(isNarrowed({ license_type: 'editorial' })).toBe(true)
})
