import { expect, test } from 'vitest'
import { setSlug } from './set-slug.ts'

test.each([
  ['Kyoto Temples', 'kyoto-temples'],
  ['kyoto_temples', 'kyoto-temples'],
  ['  Tokyo   2026 ', 'tokyo-2026'],
  ['京都　の_秋', '京都-の-秋'],
  ['ﾄｳｷｮｳ', 'トウキョウ'],
  ['Été', 'été'],
  ['-a--b-', 'a-b'],
  ['が'.normalize('NFD'), 'が'],
])('%s is found under %s', (name, slug) => {
  expect(setSlug(name)).toBe(slug)
})

test.each(['', '   ', '../x', 'a/b', 'a.b', '🌸', 'a?b', 'a#b', '<b>', 'a\u0000b', 'a'.repeat(81)])(
  '%j is no name of a set',
  (name) => {
    expect(setSlug(name)).toBeUndefined()
  },
)

test('80 letters of any script are not too many', () => {
  expect(setSlug('あ'.repeat(80))).toBe('あ'.repeat(80))
})
