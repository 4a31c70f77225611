import { expect, test } from 'vitest'
import { KEYWORDS, keywordsIn, leftOut, withKeywords } from './keywords.ts'

test('a pasted list is split at the commas of both languages, tabs and lines', () => {
  expect(keywordsIn('temple, red  gate、寺，;\n\tgarden\r\ntemple')).toEqual([
    'temple',
    'red gate',
    '寺',
    'garden',
  ])
})

test('duplicates are not added, ignoring case', () => {
  expect(withKeywords(['Temple'], ['temple', 'ｔｅｍｐｌｅ', 'gate'])).toEqual(['Temple', 'gate'])
})

test('too long and blank keywords are dropped, and those that do not fit are returned', () => {
  const long = 'a'.repeat(KEYWORDS.longest + 1)
  const list = withKeywords(['Temple'], [long, ' ', 'temple', 'gate'])
  expect(list).toEqual(['Temple', 'gate'])
  expect(leftOut(list, [long, ' ', 'ｔｅｍｐｌｅ', 'gate'])).toEqual([long])
})

test('a clip has a limit of keywords', () => {
  const many = Array.from({ length: 150 }, (_, index) => `word ${index}`)
  expect(withKeywords(['first'], many)).toHaveLength(KEYWORDS.most)
})
