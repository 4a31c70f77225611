import { expect, test } from 'vitest'
import { isNotModified, matchesIfRange } from './conditional.ts'

const lastModified = new Date('2026-11-21T10:00:00.500Z').toUTCString()
const strong = { etag: '"a1"', lastModified }

test.each(['"a1"', 'W/"a1"', '"x", "a1"', '*'])('If-None-Match: %s has it already', (header) => {
  expect(isNotModified({ 'if-none-match': header }, strong)).toBe(true)
})

test.each(['"a2"', 'a1', '', 'W/"a"'])('If-None-Match: %s has it not', (header) => {
  expect(isNotModified({ 'if-none-match': header }, strong)).toBe(false)
})

test('a date decides only without an ETag', () => {
  const since = { 'if-modified-since': lastModified }
  expect(isNotModified(since, strong)).toBe(true)
  expect(isNotModified({ 'if-modified-since': new Date(0).toUTCString() }, strong)).toBe(false)
  expect(isNotModified({ 'if-modified-since': 'yesterday' }, strong)).toBe(false)
  expect(isNotModified({ ...since, 'if-none-match': '"a2"' }, strong)).toBe(false)
})

test('a range is sent only for the same bytes', () => {
  expect(matchesIfRange('"a1"', strong)).toBe(true)
  expect(matchesIfRange(lastModified, strong)).toBe(true)
  expect(matchesIfRange('"a2"', strong)).toBe(false)
  expect(matchesIfRange('W/"a1"', strong)).toBe(false)
  expect(matchesIfRange(new Date(0).toUTCString(), strong)).toBe(false)
})
