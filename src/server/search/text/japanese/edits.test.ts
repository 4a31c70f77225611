import fc from 'fast-check'
import { expect, test } from 'vitest'
import { editDistanceOf, editsAllowed } from './edits.ts'

test.each([
  ['kyoto', 'kyoto', 0],
  ['kyoto', 'koyto', 1],
  ['temple', 'tmeple', 1],
  ['temple', 'etmple', 1],
  ['temple', 'tempel', 1],
  ['temple', 'tmple', 1],
  ['temple', 'templle', 1],
  ['temple', 'temble', 1],
  ['fireworks', 'firworkss', 2],
  ['fireworks', 'fierwroks', 2],
  ['アボカド', 'アボガド', 1],
  ['シミュレーション', 'シュミレーション', 1],
  ['コミュニケーション', 'コミニュケーション', 1],
  ['さくら', 'さくろ', 1],
  ['𠮷野', '吉野', 1],
  ['ca', 'abc', 3],
  ['', 'ab', 2],
  ['ab', '', 2],
])('%s and %s are %i edits apart', (a, b, edits) => {
  expect(editDistanceOf(a, b, 9)).toBe(edits)
  expect(editDistanceOf(b, a, 9)).toBe(edits)
})

test('distances beyond the bound are the bound plus one', () => {
  expect(editDistanceOf('kyoto', 'osaka', 1)).toBe(2)
  expect(editDistanceOf('kyoto', 'osaka', 2)).toBe(3)
  expect(editDistanceOf('a', 'abcdef', 2)).toBe(3)
})

test.each([
  ['cat', 0],
  ['rain', 1],
  ['temples', 1],
  ['mountain', 2],
  ['すし', 0],
  ['さくら', 1],
  ['カメラ', 1],
  ['シミュレーション', 2],
  ['京都', 0],
  ['花火大会会場案内', 0],
  ['mp4s', 0],
  ['', 0],
  ['café', 1],
])('%s may be %i edits off', (word, edits) => {
  expect(editsAllowed(word)).toBe(edits)
})

test('the bound changes nothing below it', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c', '\u{20bb7}'), maxLength: 7 })
  fc.assert(
    fc.property(word, word, fc.integer({ min: 0, max: 3 }), (a, b, most) => {
      expect(editDistanceOf(a, b, most)).toBe(Math.min(editDistanceOf(a, b, 99), most + 1))
    }),
  )
})
