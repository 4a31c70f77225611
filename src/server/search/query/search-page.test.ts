import type { Kysely } from 'kysely'
import { expect, test } from 'vitest'
import type { Database } from '#server/db/schema.ts'
import { describeEachDatabase } from '../../../../tests/support/database/databases.ts'
import { publish } from '../../../../tests/support/search-library.ts'
import { searchPage } from './search-page.ts'

async function shown(db: Kysely<Database>, text: string, filters: Record<string, string> = {}) {
  const { answer, alternatives } = await searchPage({ db }, text, new URLSearchParams(filters))
  const titles = answer?.sources.map(({ title }) => title)
  return { titles, instead: answer?.searched_instead, alternatives }
}

const NOTHING = { titles: [], instead: undefined, alternatives: [] }

describeEachDatabase('the answer on a page of results', (open) => {
  test('has fewer words if no clip has every one, and offers the others', async () => {
    const db = await open()
    await publish(db, { title: 'Rain at a temple', title_ja: '寺の雨' })
    await publish(db, { title: 'Temple in Kyoto', title_ja: '京都の寺' })
    const kyoto = ['Temple in Kyoto']
    expect(await shown(db, 'kyoto temple')).toEqual({ titles: kyoto, instead: undefined, alternatives: [] })
    const fewer = { titles: kyoto, instead: 'kyoto temple', alternatives: ['temple rain'] }
    expect(await shown(db, 'kyoto temple rain')).toEqual(fewer)
    expect(await shown(db, 'rain kyoto snow')).toMatchObject({ instead: 'rain', alternatives: ['kyoto'] })
    expect(await shown(db, 'kyoto "heavy rain"')).toEqual({
      titles: kyoto,
      instead: 'kyoto',
      alternatives: [],
    })
    expect(await shown(db, 'kyoto “heavy rain”')).toEqual({
      titles: kyoto,
      instead: 'kyoto',
      alternatives: [],
    })
    expect(await shown(db, 'zzzz “rain at a temple”')).toMatchObject({ instead: '"rain at a temple"' })
  })

  test('has clips with any of the words if no two meet, and offers each word', async () => {
    const db = await open()
    await publish(db, { title: 'Temple', title_ja: '寺', slug: 'temple' })
    await publish(db, { title: 'Shrine', title_ja: '神社', slug: 'shrine' })
    await publish(db, { title: 'Shrine in snow' })
    for (const [text, ...alone] of [
      ['temples and shrines', 'temples', 'shrines'],
      ['the temple with a shrine', 'temple', 'shrine'],
      ['temples, zzzz and shrine', 'temples', 'shrine'],
      ['temples & shrines -snow', 'temples -snow', 'shrines -snow'],
      ['寺・神社', '寺', '神社'],
      ['寺／神社', '寺', '神社'],
      ['寺、神社', '寺', '神社'],
      ['寺と神社', '寺', '神社'],
      ['寺または神社', '寺', '神社'],
    ]) {
      const { titles, instead, alternatives } = await shown(db, text!)
      const left = text!.includes('-snow') ? ['Shrine', 'Temple'] : ['Shrine', 'Shrine in snow', 'Temple']
      expect([text, titles!.toSorted()]).toEqual([text, left])
      const either = alone.map((word) => word.replace(' -snow', '')).join(' | ')
      expect(instead).toBe(text!.includes('-snow') ? `${either} -snow` : either)
      expect(alternatives).toEqual(alone)
    }
  })

  test('ignores words that only join others', async () => {
    const db = await open()
    await publish(db, { title: 'People walk in the rain', title_ja: '京都の寺の雨' })
    for (const text of [
      'the people who walk in rain',
      'rain and people',
      'people with the rain',
      'this is rain',
    ])
      expect([text, (await shown(db, text)).titles]).toEqual([text, ['People walk in the rain']])
    for (const text of ['京都にあるお寺', '京都のお寺', '寺と雨', '京都や雨', 'きょうとのてら'])
      expect([text, (await shown(db, text)).titles]).toEqual([text, ['People walk in the rain']])
  })

  test('offers to remove a filter without matches', async () => {
    const db = await open()
    await publish(db, { title: 'Temple in Kyoto', width: 1920, height: 1080 })
    expect(await shown(db, 'kyoto temple', { orientation: 'portrait' })).toEqual(NOTHING)
    const filtered = await shown(db, 'kyoto temple rain', { orientation: 'landscape' })
    expect(filtered).toMatchObject({ titles: ['Temple in Kyoto'], instead: 'kyoto temple' })
  })

  test('offers related and wider things in both languages if nothing is found', async () => {
    const db = await open()
    await publish(db, { title: 'Old temple', title_ja: '古い寺' })
    const { titles, alternatives } = await shown(db, 'sensoji')
    expect(titles).toEqual([])
    expect(alternatives).toEqual(expect.arrayContaining(['temple', '寺']))
  })

  test('keeps an exclusion of several words whole, and does not read rain as a part of rainbow', async () => {
    const db = await open()
    await publish(db, { title: 'Rainbow over a temple', slug: 'rainbow' })
    await publish(db, { title: 'Temple gate' })
    const params = new URLSearchParams()
    const { answer } = await searchPage({ db }, 'rainbow temple penguin rain -"stone gate"', params)
    expect(answer).toMatchObject({
      searched_instead: 'rainbow temple -"stone gate"',
      left_out: ['penguin', 'rain'],
      total: 1,
    })
  })

  test('says which words were left out', async () => {
    const db = await open()
    await publish(db, { title: 'Temple in Kyoto', title_ja: '京都の寺' })
    const { answer } = await searchPage({ db }, 'kyoto temple penguin', new URLSearchParams())
    expect(answer).toMatchObject({ searched_instead: 'kyoto temple', left_out: ['penguin'] })
  })

  test('names a word that was left out as the visitor typed it, not as it was corrected', async () => {
    const db = await open()
    await publish(db, { title: 'Temple in Kyoto' })
    await publish(db, { title: 'Menus of a café' })
    const { answer } = await searchPage({ db }, 'Kyoto temple by Mensu', new URLSearchParams())
    expect(answer).toMatchObject({ searched_instead: 'kyoto temple', left_out: ['Mensu'] })
  })

  test('says that a word of two kanji was not found, though clips have each of them', async () => {
    const db = await open()
    await publish(db, { title_ja: '京の町' })
    await publish(db, { title_ja: '夜', description_ja: '東京の夜。' })
    // Either kanji may tell more.
    const said = async () => {
      const { answer } = await searchPage({ db }, '京東', new URLSearchParams())
      return [answer?.searched_instead, ...(answer?.left_out ?? [])].toSorted()
    }
    expect(await said()).toEqual(['京', '東'])
    await publish(db, { title_ja: '東の空' })
    expect(await said()).toEqual(['京', '東'])
  })

  test('names kana that no clip has', async () => {
    const db = await open()
    await publish(db, { title_ja: '京都の寺' })
    const { answer } = await searchPage({ db }, '京都 ぱぴぷぺ', new URLSearchParams())
    expect(answer).toMatchObject({ searched_instead: '京都', left_out: ['ぱぴぷぺ'] })
  })

  test('begins with the clip whose number is typed, then has clips with the number in their texts', async () => {
    const db = await open()
    const id = await publish(db, { title: 'Heron', width: 1920, height: 1080 })
    await publish(db, { title: `Platform ${id}`, popularity: 5 })
    const numbered = ['Heron', `Platform ${id}`]
    for (const text of [`${id}`, `#${id}`, `＃${id}`])
      expect([text, (await shown(db, text)).titles]).toEqual([text, numbered])
    expect((await shown(db, `${id}`, { orientation: 'portrait' })).titles).not.toContain('Heron')
    expect((await shown(db, `${id}`, { orientation: 'landscape' })).titles).toContain('Heron')
    expect((await shown(db, `No. ${id}`)).titles).toEqual(['Heron'])
    expect((await shown(db, '99999999')).titles).toEqual([])
    const { answer } = await searchPage({ db }, `${id}`, new URLSearchParams())
    expect([answer?.total, answer?.searched_instead]).toEqual([2, undefined])
  })

  test('offers completions of the text, or nothing', async () => {
    const db = await open()
    await publish(db, { title: 'Heron', keywords: ['pond heron'] })
    expect(await shown(db, '"heron pond"')).toMatchObject({ titles: [], instead: undefined })
    expect((await shown(db, '"pond he"')).alternatives).toContain('pond heron')
    expect(await shown(db, 'zzzz')).toEqual(NOTHING)
    expect(await shown(db, '-')).toEqual(NOTHING)
  })
})
