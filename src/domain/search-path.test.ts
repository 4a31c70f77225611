import { expect, test } from 'vitest'
import { searchPath, searchText } from './search-path.ts'

test('spaces of any width become hyphens in the path and spaces again in the text', () => {
  expect(searchPath(' kyoto  temple　rain ')).toBe('/s/kyoto-temple-rain')
  expect(searchText('kyoto-temple-rain')).toBe('kyoto temple rain')
})

test('no term leads home', () => {
  expect(searchPath(' 　')).toBe('/')
})

test('a term cannot leave its path segment', () => {
  expect(searchPath('../a?b#c')).toBe('/s/..%2Fa%3Fb%23c')
})
