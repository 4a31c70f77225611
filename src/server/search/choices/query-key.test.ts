import { expect, test } from 'vitest'
import { searchPath } from '#domain/address/search-path.ts'
import { queryKey, queryOfPath } from './query-key.ts'

test('width, case and spaces do not matter', () => {
  expect(queryKey('  Ｔｅｍｐｌｅ　 RAIN ')).toBe('temple rain')
  expect(queryKey('ｶﾒﾗ')).toBe('カメラ')
})

test('a search whose letters grow is no longer than any other', () => {
  expect(queryKey('ﷺ '.repeat(100))).toHaveLength(200)
  expect(queryKey(`${'𠮷'.repeat(99)}x𠮷`).isWellFormed()).toBe(true)
})

test.each([
  ['/s/temple-rain', 'temple rain'],
  [`/ja${searchPath('京都 雨')}`, '京都 雨'],
  ['/s/temple--rain', 'temple -rain'],
])('%s is the search %s', (path, query) => {
  expect(queryOfPath(path)).toBe(query)
})

test.each([
  '/m/7',
  '/',
  '/t/temple/s/x/y',
  '/s/%E4%BA',
  '/s/%',
  7,
  null,
  `/s/${'%E4%BA%AC'.repeat(60)}`.slice(0, 500),
])('%j is no search', (path) => {
  expect(queryOfPath(path)).toBeUndefined()
})
