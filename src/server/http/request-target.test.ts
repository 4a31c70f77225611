import { expect, test } from 'vitest'
import { parseTarget } from './request-target.ts'

test.each([
  ['/', { path: '/', query: '' }],
  ['/m/7?offset=40', { path: '/m/7', query: '?offset=40' }],
  ['/s/%E5%AF%BA', { path: '/s/%E5%AF%BA', query: '' }],
  ['/s/24%2F7', { path: '/s/24%2F7', query: '' }],
  ['/t/tokyo/', { path: '/t/tokyo/', query: '' }],
  ['http://elsewhere.example/m/7?x=1', { path: '/m/7', query: '?x=1' }],
  ['http://elsewhere.example', { path: '/', query: '' }],
])('%s is understood', (url, target) => {
  expect(parseTarget(url, 4096)).toEqual(target)
})

test.each([
  '/media/../etc/passwd',
  '/media/%2e%2e/etc/passwd',
  '/media/%2E%2e%2Fetc',
  '/media/..%2f..%2fetc',
  '/media/..%5cetc',
  '/media/./x',
  '/m/..',
  '/a\\b',
  '/m/%',
  '/m/%zz',
  '/m/%c0%ae%c0%ae',
  '/m/%ff',
  '/m/%00',
  '/m/7%0d%0aSet-Cookie:x',
  '/m/\u00e9',
  '/m/7?q=\u00e9',
  '/m/{7}',
  '/m/7#part',
  '*',
  'm/7',
  '',
])('%j is malformed', (url) => {
  expect(parseTarget(url, 4096)).toBe(400)
})

test.each(['//evil.example', '/media//x', '/m/7//'])(
  '%s has an empty segment, which nothing here has',
  (url) => {
    expect(parseTarget(url, 4096)).toBe(404)
  },
)

test('a target is too long by the letter after the last', () => {
  expect(parseTarget(`/${'a'.repeat(99)}`, 100)).toMatchObject({ query: '' })
  expect(parseTarget(`/${'a'.repeat(100)}`, 100)).toBe(414)
})
