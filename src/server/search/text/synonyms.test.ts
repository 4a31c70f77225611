import { expect, test } from 'vitest'
import { normalise } from './fold.ts'
import { segmentsOf } from './segments.ts'
import { keyOf, SYNONYMS, writingsOf } from './synonyms.ts'

test('the table has what footage of Japan is searched by', () => {
  expect(SYNONYMS.length).toBeGreaterThanOrEqual(150)
  const prefectures = SYNONYMS.filter(({ ja = [] }) => ja.some((name) => /[都道府県]$/.test(name)))
  expect(prefectures.length).toBeGreaterThan(40)
})

test('no list and no way of writing is empty, and none has stray space', () => {
  for (const group of SYNONYMS) {
    for (const list of Object.values(group)) expect(list, JSON.stringify(group)).not.toHaveLength(0)
    for (const writing of writingsOf(group)) {
      expect(segmentsOf(writing), writing).not.toHaveLength(0)
      expect(writing).toBe(writing.trim())
    }
  }
})

test('every way of writing is in its normal form', () => {
  for (const group of SYNONYMS)
    for (const writing of writingsOf(group)) expect(normalise(writing), writing).toBe(writing)
})

test('what is written alike means one thing', () => {
  const meaning = new Map<string, number>()
  const twice: string[] = []
  for (const [at, group] of SYNONYMS.entries())
    for (const writing of writingsOf(group)) {
      const key = keyOf(segmentsOf(writing))
      if ((meaning.get(key) ?? at) !== at) twice.push(writing)
      meaning.set(key, at)
    }
  expect(twice).toEqual([])
})

test('kana is kana, Japanese is Japanese and Latin is Latin', () => {
  for (const { en = [], romaji = [], ja = [], kana = [], whole = [] } of SYNONYMS) {
    for (const writing of [...en, ...romaji]) expect(writing).toMatch(/^[a-z0-9' -]+$/)
    for (const writing of kana) expect(writing).toMatch(/^[ぁ-ゖー]+$/)
    for (const writing of ja) expect(writing).toMatch(/^[\p{Script=Han}ぁ-ゖァ-ヺー]+$/u)
    for (const writing of whole) expect(ja).toContain(writing)
  }
})
