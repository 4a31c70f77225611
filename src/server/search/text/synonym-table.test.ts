import { expect, test } from 'vitest'
import {
  nameOf,
  relationsOf,
  type SynonymGroup,
  spellingsOf,
  synonyms,
} from '#server/search/text/synonyms.ts'
import { normalise } from './fold.ts'
import { segmentsOf } from './segments.ts'

const keyOf = (text: string) =>
  segmentsOf(text)
    .map((segment) => segment.text)
    .join(' ')
const relations = relationsOf(synonyms())
// An expectation for each of some ten thousand spellings takes seconds.
const spellings = synonyms().flatMap(spellingsOf)
const byName = new Map(synonyms().map((group) => [nameOf(group), group]))
const widerOf = (name: string) => relations.get(byName.get(name)!)!.wider.map(nameOf)
const kindsOf = (name: string) => {
  const wanted = byName.get(name)!
  return synonyms()
    .filter((group) => relations.get(group)!.wider.includes(wanted))
    .map(nameOf)
}

test('every prefecture is in the table as a part of Japan', () => {
  const prefectures = synonyms().filter(({ en = [] }) =>
    en.some((name) => / prefecture$|^(?:tokyo|hokkaido)$/.test(name)),
  )
  expect(prefectures.length).toBe(47)
  for (const group of prefectures) expect(widerOf(nameOf(group)), nameOf(group)).toContain('japan')
})

test('no list or spelling is empty or has stray spaces', () => {
  const lists = synonyms().flatMap((group) => [...Object.values(group), spellingsOf(group)])
  expect(lists.filter((list) => list.length === 0)).toEqual([])
  const isStray = (spelling: string) => keyOf(spelling) === '' || spelling !== spelling.trim()
  expect(spellings.filter(isStray)).toEqual([])
})

test('every spelling is in its normal form', () => {
  expect(spellings.filter((spelling) => normalise(spelling) !== spelling)).toEqual([])
})

test('equal spellings mean one thing', () => {
  const meaning = new Map<string, SynonymGroup>()
  const twice: string[] = []
  for (const group of synonyms())
    for (const writing of spellingsOf(group)) {
      const key = keyOf(writing)
      const other = meaning.get(key) ?? group
      if (other !== group) twice.push(`${writing}: ${nameOf(other)}, ${nameOf(group)}`)
      meaning.set(key, group)
    }
  expect(twice).toEqual([])
})

test('no spelling is listed twice in its group', () => {
  for (const group of synonyms())
    for (const list of Object.values(group))
      expect(new Set(list).size, JSON.stringify(list)).toBe(list.length)
})

test('kana is kana, Japanese is Japanese and Latin is Latin', () => {
  const strange = synonyms().flatMap(({ en = [], romaji = [], ja = [], kana = [], sign = [] }) => [
    ...[...en, ...romaji].filter((spelling) => !/^[a-z0-9' -]+$/.test(spelling)),
    ...kana.filter((spelling) => !/^[ぁ-ゖー]+$/.test(spelling)),
    ...ja.filter((spelling) => !/^[\p{Script=Han}ぁ-ゖァ-ヺーa-z0-9]+$/u.test(spelling)),
    ...sign.filter((spelling) => !/^\p{Extended_Pictographic}$/u.test(spelling)),
  ])
  expect(strange).toEqual([])
})

/** Hiragana that is also grammar or a common verb: nearly every text would match the reading. */
const GRAMMAR =
  'いる ある する なる いく くる かく きく みる みえ こと もの とき ため なら ので から まで より しか だけ しま です ます この その あの どの という して した たび かんじ いわ のう'

test('no reading is a particle or a common verb, and no romaji an English word', () => {
  const readings = synonyms().flatMap(({ ja = [], kana = [] }) => [...ja, ...kana])
  expect(GRAMMAR.split(' ').filter((word) => readings.includes(word))).toEqual([])
  const romaji = synonyms().flatMap((group) => group.romaji ?? [])
  const english =
    'ume sore same made are one dome hone mine bases kite tone semi to no so do he me are ten hen kin pan ban'
  expect(english.split(' ').filter((word) => romaji.includes(word))).toEqual([])
})

test('a wider thing is named once, and not if a nearer one implies it', () => {
  const twice = synonyms().flatMap((group) => {
    const direct = group.kindOf ?? []
    return direct
      .filter((name) => direct.some((other) => other !== name && widerOf(other).includes(name)))
      .map((name) => `${nameOf(group)}: ${name}`)
  })
  expect(twice).toEqual([])
})

test('a place, a dish or an animal is found by the wider word', () => {
  expect(widerOf('shinjuku')).toEqual(expect.arrayContaining(['tokyo', 'kanto', 'japan']))
  expect(widerOf('kiyomizudera')).toEqual(expect.arrayContaining(['temple', 'kyoto', 'kansai', 'japan']))
  expect(widerOf('five storied pagoda')).toContain('pagoda')
  expect(widerOf('great buddha')).toContain('buddha')
  expect(widerOf('shiba inu')).toEqual(expect.arrayContaining(['dog', 'animal']))
  expect(widerOf('sushi')).toEqual(expect.arrayContaining(['japanese food', 'food']))
})

test('a wider word finds nothing that it does not mean', () => {
  expect(kindsOf('flower')).not.toContain('fireworks')
  expect(kindsOf('food')).not.toContain('kitchen')
  expect(kindsOf('autumn')).not.toContain('winter')
  expect(kindsOf('tokyo').filter((name) => kindsOf('kyoto').includes(name))).toEqual([])
  for (const thing of ['sushi', 'dog', 'cherry blossom', 'train', 'office'])
    expect(widerOf(thing), thing).not.toContain('people')
  const worldsOf = (group: SynonymGroup) => {
    const wider = relations.get(group)!.wider.map(nameOf)
    return ['food', 'animal', 'flower', 'vehicle', 'clothing'].filter((name) => wider.includes(name))
  }
  expect(synonyms().filter((group) => worldsOf(group).length > 1)).toEqual([])
})
