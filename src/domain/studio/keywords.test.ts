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

test('what is there already is not added again, in other letters either', () => {
  expect(withKeywords(['Temple'], ['temple', 'ｔｅｍｐｌｅ', 'gate'])).toEqual(['Temple', 'gate'])
})

test('one that is too long or of white space is none, and what does not fit is told', () => {
  const long = 'a'.repeat(KEYWORDS.longest + 1)
  const list = withKeywords(['Temple'], [long, ' ', 'temple', 'gate'])
  expect(list).toEqual(['Temple', 'gate'])
  expect(leftOut(list, [long, ' ', 'ｔｅｍｐｌｅ', 'gate'])).toEqual([long])
})

test('a clip has so many keywords and no more', () => {
  const many = Array.from({ length: 150 }, (_, index) => `word ${index}`)
  expect(withKeywords(['first'], many)).toHaveLength(KEYWORDS.most)
})
