import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isOneEditAway } from './spelling.ts'

test.each([
  ['temple', 'tempel'],
  ['temple', 'tmple'],
  ['temple', 'templle'],
  ['temple', 'tample'],
  ['temple', 'etmple'],
])('%s and %s are one slip apart', (a, b) => {
  expect(isOneEditAway(a, b)).toBe(true)
  expect(isOneEditAway(b, a)).toBe(true)
})

test.each([
  ['temple', 'temple'],
  ['temple', 'tampre'],
  ['temple', 'tem'],
  ['abcd', 'badc'],
])('%s and %s are not', (a, b) => {
  expect(isOneEditAway(a, b)).toBe(false)
})

test('a letter taken out anywhere is one slip', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 2 }), fc.nat(), (word, at) => {
      const gone = at % word.length
      expect(isOneEditAway(word, word.slice(0, gone) + word.slice(gone + 1))).toBe(true)
    }),
  )
})
