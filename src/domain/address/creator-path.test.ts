import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../../../tests/support/runs.ts'
import { creatorInPath, creatorKey, creatorPath } from './creator-path.ts'

test.each([
  ['Ren Tachibana', '/by/ren-tachibana'],
  ['REN  TACHIBANA', '/by/ren-tachibana'],
  ['Ｒｅｎ　Ｔａｃｈｉｂａｎａ', '/by/ren-tachibana'],
  ['Jean-Luc', '/by/jean-luc'],
  ['Mori ㎒', '/by/mori-mhz'],
  ['AC/DC', '/by/ac-dc'],
  ['橘　蓮', '/by/%E6%A9%98-%E8%93%AE'],
  ['🎥 Ken', '/by/%F0%9F%8E%A5-ken'],
  ['100% Film?', '/by/100%25-film%3F'],
  ['J. R. R.', '/by/j.-r.-r.'],
  ['.', '/by/.-'],
  ['..', '/by/..-'],
])('clips of %s are at %s', (name, path) => {
  expect(creatorPath(name)).toBe(path)
})

test.each(['', ' ', '-', '/', '\\ /'])('%j is nobody’s name', (name) => {
  expect(creatorPath(name)).toBeUndefined()
})

test('any name has one key and one canonical path, which holds it', () => {
  const property = fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (name) => {
    const key = creatorKey(name)
    const path = creatorPath(name)
    expect(creatorKey(key)).toBe(key)
    if (path === undefined) return
    expect(creatorInPath(path)).toBe(key)
    expect(creatorInPath(`/ja${path}`)).toBe(key)
  })
  fc.assert(property, { numRuns: runs(500) })
})
