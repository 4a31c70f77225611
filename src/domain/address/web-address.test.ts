import { expect, test } from 'vitest'
import { isWebAddress } from './web-address.ts'

test.each(['https://example.com/a?b#c', 'http://localhost:1', 'https://例え.jp/雨'])('%s is one', (text) =>
  expect(isWebAddress(text)).toBe(true),
)

test.each([
  '',
  'javascript:x',
  'data:text/html,x',
  '//example.com',
  'https://[x',
  'https://',
  'https://a b',
  'ftp://x',
])('%j is none', (text) => expect(isWebAddress(text)).toBe(false))
