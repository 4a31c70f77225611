import { expect, test } from 'vitest'
import { nameOf, relationsOf } from './relations.ts'
import type { SynonymGroup } from './table.ts'

const pagoda: SynonymGroup = { en: ['five-storied pagoda'], kindOf: ['pagoda'], seeAlso: ['tower'] }
const others: SynonymGroup[] = [
  { en: ['pagoda'], ja: ['塔'], kindOf: ['building'] },
  { en: ['building'] },
  { en: ['tower'], kindOf: ['building'] },
]

test('a thing is also a kind of what its wider thing is a kind of', () => {
  const { wider, seeAlso } = relationsOf([pagoda, ...others]).get(pagoda)!
  expect(wider.map(nameOf)).toEqual(['pagoda', 'building'])
  expect(seeAlso.map(nameOf)).toEqual(['tower'])
})

test('a name that no group has as its first writing is refused', () => {
  expect(() =>
    relationsOf([
      { en: ['pagoda'], kindOf: ['塔'] },
      { en: ['spire'], ja: ['塔'] },
    ]),
  ).toThrow('"pagoda" names "塔"')
})

test('a thing that is a kind of itself is refused, at any distance', () => {
  const circle = [
    { en: ['a'], kindOf: ['b'] },
    { en: ['b'], kindOf: ['c'] },
    { en: ['c'], kindOf: ['a'] },
  ]
  expect(() => relationsOf(circle)).toThrow('is a kind of itself')
})
