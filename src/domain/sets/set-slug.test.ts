import { expect, test } from 'vitest'
import { setId, setSlug, withoutTail } from './set-slug.ts'

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

test('an id may be longer than a name by its tail', () => {
  const longest = `${'あ'.repeat(80)}-k7x2m9qa`
  expect(setId(longest.toUpperCase())).toBe(longest)
  expect(setId(`${longest}b`)).toBeUndefined()
})

test.each([
  ['quiet-rain-k7x2m9qa', 'quiet-rain'],
  ['京都-2abcdefg', '京都'],
  ['quiet-evenings', 'quiet-evenings'],
  ['autumn-20261121', 'autumn-20261121'],
  ['k7x2m9qa', 'k7x2m9qa'],
])('%s is shown as %s', (id, shown) => {
  expect(withoutTail(id)).toBe(shown)
})
