import { expect, test } from 'vitest'
import { KEYWORDS, keywordsIn, withKeywords } from './keywords.ts'

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

test('a long keyword is cut, and one of white space is none', () => {
  const cut = 'a'.repeat(80)
  expect(withKeywords([], [`${cut}b`, `${cut}c`, ' '])).toEqual([cut])
})

test('a clip has so many keywords and no more', () => {
  const many = Array.from({ length: 150 }, (_, index) => `word ${index}`)
  expect(withKeywords(['first'], many)).toHaveLength(KEYWORDS.most)
})
