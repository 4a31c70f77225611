import fc from 'fast-check'
import { expect, test } from 'vitest'
import { summary } from './summary.ts'

test('a short description stays as it is', () => {
  expect(summary('Rain on a temple roof.')).toBe('Rain on a temple roof.')
})

test('only the first paragraph counts', () => {
  expect(summary('First\nline.\n\nSecond.')).toBe('First line.')
  expect(summary('')).toBe('')
})

test('a long one ends after a word, without its comma', () => {
  expect(summary('Rain on a roof, and more rain to come', 17)).toBe('Rain on a roof…')
  expect(summary('Rain on a temple', 11)).toBe('Rain on a…')
})

test('Japanese ends after a word, too', () => {
  expect(summary('京都の寺に雨が降る。静かな朝の風景です。', 12)).toBe('京都の寺に雨が降る…')
})

test('it is never too long, and never ends in half a character', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', maxLength: 400 }),
      fc.integer({ min: 2, max: 200 }),
      (text, longest) => {
        const short = summary(text, longest)
        expect(short.length).toBeLessThanOrEqual(longest)
        expect(short.isWellFormed()).toBe(true)
      },
    ),
  )
})
