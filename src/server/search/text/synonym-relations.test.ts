import { expect, test } from 'vitest'
import type { SynonymGroup } from '#server/search/text/synonyms.ts'
import { nameOf, relationsOf } from '#server/search/text/synonyms.ts'

const pagoda: SynonymGroup = { en: ['five-storied pagoda'], kindOf: ['pagoda'], seeAlso: ['tower'] }
const others: SynonymGroup[] = [
  { en: ['pagoda'], ja: ['塔'], kindOf: ['building'] },
  { en: ['building'] },
  { en: ['tower'], kindOf: ['building'] },
]

test('wider things are transitive', () => {
  const { wider, seeAlso } = relationsOf([pagoda, ...others]).get(pagoda)!
  expect(wider.map(nameOf)).toEqual(['pagoda', 'building'])
  expect(seeAlso.map(nameOf)).toEqual(['tower'])
})

test('what shows a mood is found by it, and so are its kinds', () => {
  const wedding: SynonymGroup = { en: ['wedding'], kindOf: ['couple'] }
  const romantic: SynonymGroup = { en: ['romantic'], shownBy: ['couple'] }
  const { wider } = relationsOf([wedding, { en: ['couple'] }, romantic]).get(wedding)!
  expect(wider.map(nameOf)).toEqual(['couple', 'romantic'])
})

test('a name that is no group’s first spelling is refused', () => {
  expect(() =>
    relationsOf([
      { en: ['pagoda'], kindOf: ['塔'] },
      { en: ['spire'], ja: ['塔'] },
    ]),
  ).toThrow('"pagoda" names "塔"')
})

test('a cycle of kinds is refused', () => {
  const circle = [
    { en: ['a'], kindOf: ['b'] },
    { en: ['b'], kindOf: ['c'] },
    { en: ['c'], kindOf: ['a'] },
  ]
  expect(() => relationsOf(circle)).toThrow('is a kind of itself')
})
