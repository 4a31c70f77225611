import { normalize } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isKey, prefixSegments } from './storage-key.ts'

test.for(['a', 'full/ab.mp4', 'poster/0f3c/240.avif', 'a-b_c/1.2.3'])('%s is a key', (key) => {
  expect(isKey(key)).toBe(true)
})

test.for(['', '.', '..', 'a/../b', 'a//b', '/a', 'a/', 'A', 'a b', 'a\n', 'ａ', '-a', '.a', 'a/.b', 'a\\b'])(
  '%j is none',
  (key) => {
    expect(isKey(key)).toBe(false)
  },
)

test('a key too long for a file system is invalid', () => {
  expect(isKey('a'.repeat(200))).toBe(true)
  expect(isKey('a'.repeat(201))).toBe(false)
  expect(isKey(Array.from({ length: 257 }, () => 'a').join('/'))).toBe(false)
})

test('joined to a folder, every key stays below it', () => {
  const piece = fc.constantFrom('a', '..', '.', '/', '\\', '-', '_', 'mp4', '%2e', '\0')
  const texts = fc.oneof(
    fc.array(piece, { maxLength: 10 }).map((pieces) => pieces.join('')),
    fc.string({ unit: 'binary' }),
  )
  const keys = texts.filter(isKey)
  fc.assert(
    fc.property(keys, (key) => {
      expect(normalize(`/root/${key}`)).toBe(`/root/${key}`)
    }),
  )
})

test('a prefix is a folder, with or without its slash, or everything', () => {
  expect(prefixSegments('')).toEqual([])
  expect(prefixSegments('full')).toEqual(['full'])
  expect(prefixSegments('poster/ab/')).toEqual(['poster', 'ab'])
  for (const wrong of ['/', '..', 'a//', '../b']) expect(() => prefixSegments(wrong)).toThrow('badKey')
})
