import { expect, test } from 'vitest'
import { chooseEncoding, isCompressible } from './content-encoding.ts'

test.each([
  [undefined, 'identity'],
  ['', 'identity'],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip', 'gzip'],
  ['GZIP', 'gzip'],
  ['br;q=0.1, gzip;q=0.9', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['br;q=0, gzip;q=0', 'identity'],
  ['*', 'br'],
  ['*;q=0', 'identity'],
  ['br;q=nonsense', 'identity'],
  ['deflate', 'identity'],
])('Accept-Encoding: %s takes %s', (accept, encoding) => {
  expect(chooseEncoding(accept)).toBe(encoding)
})

test('text is compressed, pictures and films are not', () => {
  expect(isCompressible('text/html; charset=utf-8')).toBe(true)
  expect(isCompressible('application/json; charset=utf-8')).toBe(true)
  expect(isCompressible('image/avif')).toBe(false)
  expect(isCompressible('video/mp4')).toBe(false)
})
