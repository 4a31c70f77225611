import type { Kysely } from 'kysely'
import { expect, test } from 'vitest'
import type { TileSource } from '#contract/clips/clips.ts'
import type { AnswerOf } from '#contract/clips/search.ts'
import type { Database } from '#server/db/schema.ts'
import { describeEachDatabase } from '../../../../tests/support/database/databases.ts'
import { publish } from '../../../../tests/support/search-library.ts'
import { searchPage } from './search-page.ts'
import { searchSources } from './search-sources.ts'

async function shown(db: Kysely<Database>, text: string, filters: Record<string, string> = {}) {
  const { answer, alternatives } = await searchPage({ db }, text, new URLSearchParams(filters))
  return { ...groupsOf(answer), instead: answer?.searched_instead, alternatives }
}

/** Titles of the exact clips, then what each group of close ones lacks, and their titles. */
function groupsOf(answer: AnswerOf<TileSource> | undefined) {
  const titles = answer?.sources.map(({ title, title_ja }) => title || title_ja) ?? []
  const close = answer?.close ?? []
  const ends = [...close.slice(1).map(({ offset }) => offset), titles.length]
  return {
    titles: titles.slice(0, answer?.exact_total),
    close: close.map(({ offset, missing }, at) => [missing, titles.slice(offset, ends[at])]),
  }
}

const NOTHING = { titles: [], close: [], instead: undefined, alternatives: [] }

describeEachDatabase('the answer on a page of results', (open) => {
  test('has close clips if no clip is exact, those that lack least first', async () => {
    const db = await open()
    await publish(db, { title: 'Rain at a temple', title_ja: '寺の雨' })
    await publish(db, { title: 'Temple in Kyoto', title_ja: '京都の寺' })
    const [rain, kyoto] = [['Rain at a temple'], ['Temple in Kyoto']]
    expect(await shown(db, 'kyoto temple')).toEqual({ ...NOTHING, titles: kyoto })
    const either = [
      [['rain'], kyoto],
      [['kyoto'], rain],
    ]
    expect((await shown(db, 'kyoto temple rain')).close.toSorted()).toEqual(either.toSorted())
    expect((await shown(db, 'temple kyoto snow')).close).toEqual([[['snow'], kyoto]])
    for (const text of ['kyoto "heavy rain"', 'kyoto “heavy rain”'])
      expect(await shown(db, text)).toEqual({ ...NOTHING, close: [[['heavy rain'], kyoto]] })
    expect((await shown(db, 'zzzz “rain at a temple”')).close).toEqual([[['zzzz'], rain]])
  })

  test('has close clips behind few exact ones only if three words or more are asked', async () => {
    const db = await open()
    await publish(db, { title: 'Lanterns of a temple in Kyoto' })
    await publish(db, { title: 'Temple in Kyoto' })
    await publish(db, { title: 'Lantern' })
    const exact = ['Lanterns of a temple in Kyoto']
    expect(await shown(db, 'kyoto lantern')).toEqual({ ...NOTHING, titles: exact })
    expect(await shown(db, 'kyoto temple lantern')).toEqual({
      ...NOTHING,
      titles: exact,
      close: [[['lantern'], ['Temple in Kyoto']]],
    })
  })

  test('has no close clips behind ten exact ones', async () => {
    const db = await open()
    for (let n = 0; n < 10; n++) await publish(db, { title: `Lantern of a temple in Kyoto ${n}` })
    await publish(db, { title: 'Temple in Kyoto' })
    expect((await shown(db, 'kyoto temple lantern')).close).toEqual([])
  })

  test('pages run over the exact clips, then over each group, and count what the list has', async () => {
    const db = await open()
    for (let n = 0; n < 3; n++) await publish(db, { title: `Lantern of a temple in Kyoto ${n}` })
    for (let n = 0; n < 4; n++) await publish(db, { title: `Temple in Kyoto ${n}` })
    for (let n = 0; n < 30; n++)
      await publish(db, { title: `Temple with a lantern ${n}`, width: 1080, height: n < 20 ? 1920 : 1080 })
    const deps = { db, site: { clipsPerPage: 4 } }
    for (const [filters, total] of [
      [{}, 37],
      [{ orientation: 'portrait' as const }, 20],
      [{ sort: 'newest' as const }, 37],
    ] as const) {
      const titles: string[] = []
      for (let offset: number | null = 0; offset !== null; ) {
        const page = await searchSources(deps, {
          ...filters,
          text: 'kyoto temple lantern',
          offset,
          facets: true,
        })
        expect(page.total).toBe(total)
        expect(page.exact_total).toBe(total === 37 ? 3 : 0)
        expect(page.facets!.orientation.map(({ count }) => count)).toContain(20)
        titles.push(...page.sources.map(({ title }) => title))
        offset = page.next_offset
      }
      expect(titles).toHaveLength(total)
      expect(new Set(titles).size).toBe(total)
      if (total !== 37) continue
      expect(titles.slice(0, 3).every((title) => title.startsWith('Lantern of'))).toBe(true)
      expect(titles.slice(3, 7).every((title) => title.startsWith('Temple in'))).toBe(true)
    }
  })

  test('has clips of each of two things that no clip has together', async () => {
    const db = await open()
    await publish(db, { title: 'Temple', title_ja: '寺', slug: 'temple' })
    await publish(db, { title: 'Shrine', title_ja: '神社', slug: 'shrine' })
    await publish(db, { title: 'Shrine in snow' })
    for (const text of [
      'temples and shrines',
      'the temple with a shrine',
      'temples, zzzz and shrine',
      'temples & shrines -snow',
      '寺・神社',
      '寺／神社',
      '寺と神社',
      '寺または神社',
    ]) {
      const { titles, close } = await shown(db, text)
      const left = text.includes('-snow') ? ['Shrine', 'Temple'] : ['Shrine', 'Shrine in snow', 'Temple']
      expect(titles).toEqual([])
      expect([text, close.flatMap(([, some]) => some!).toSorted()]).toEqual([text, left])
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
    expect(filtered.close).toEqual([[['rain'], ['Temple in Kyoto']]])
  })

  test('offers related things in both languages if nothing is found', async () => {
    const db = await open()
    await publish(db, { title: 'Silhouette', title_ja: 'シルエット' })
    const { titles, alternatives } = await shown(db, 'shadow')
    expect(titles).toEqual([])
    expect(alternatives).toEqual(expect.arrayContaining(['silhouette', 'シルエット']))
  })

  test('has the next wider thing as close if no clip has the only one asked', async () => {
    const db = await open()
    await publish(db, { title: 'Old temple', title_ja: '古い寺' })
    await publish(db, { title: 'Old house', title_ja: '古い家' })
    expect(await shown(db, 'Sensoji')).toEqual({ ...NOTHING, close: [[['Sensoji'], ['Old temple']]] })
    expect(await shown(db, '浅草寺')).toEqual({ ...NOTHING, close: [[['浅草寺'], ['Old temple']]] })
    // Neither word of its name is clothing.
    await publish(db, { title: 'Skirt in a shop' })
    await publish(db, { title: 'Water tank' })
    expect(await shown(db, 'tank top')).toEqual({ ...NOTHING, close: [[['tank top'], ['Skirt in a shop']]] })
    await publish(db, { title: 'Crisps and other junk food' })
    await publish(db, { title: 'A dog on a hot day' })
    expect(await shown(db, 'hot dog')).toMatchObject({
      close: [[['hot dog'], ['Crisps and other junk food']]],
    })
  })

  test('does not take a part of a name, or a name inside another word, for the whole', async () => {
    const db = await open()
    await publish(db, { title_ja: '沖縄の海', description_ja: 'トランジションのある素材。' })
    expect(await shown(db, 'トラ')).toMatchObject({ titles: [], close: [] })
    const { titles, close } = await shown(db, '沖縄そば')
    expect([titles, close[0]]).toEqual([[], [['沖縄そば'], ['沖縄の海']]])
    await publish(db, { title_ja: '麺をすする' })
    expect((await shown(db, '沖縄そば')).close[0]).toEqual([['沖縄そば'], ['麺をすする']])
  })

  test('reads a name that is written with a space', async () => {
    const db = await open()
    await publish(db, { title_ja: '雨の合成素材' })
    await publish(db, { title_ja: '雨の町' })
    expect((await shown(db, '雨 素材')).titles).toEqual(['雨の合成素材'])
  })

  test('has clips that are a background before others are close to it', async () => {
    const db = await open()
    await publish(db, { title: 'Smoke on black', keywords: ['background'] })
    await publish(db, { title: 'Smoke of a grill' })
    expect((await shown(db, 'smoke background')).titles).toEqual(['Smoke on black'])
    expect((await shown(db, 'grill background')).close[0]).toEqual([['background'], ['Smoke of a grill']])
  })

  test('keeps an exclusion of several words whole, and does not read rain as a part of rainbow', async () => {
    const db = await open()
    await publish(db, { title: 'Rainbow over a temple', slug: 'rainbow' })
    await publish(db, { title: 'Temple gate' })
    await publish(db, { title: 'Rainbow over a temple', description: 'Behind a stone gate' })
    const { close } = await shown(db, 'rainbow temple penguin rain -"stone gate"')
    expect(close[0]).toEqual([['penguin', 'rain'], ['Rainbow over a temple']])
  })

  test('names a missing word as the visitor typed it, not as it was corrected', async () => {
    const db = await open()
    await publish(db, { title: 'Temple in Kyoto' })
    await publish(db, { title: 'Menus of a café' })
    expect((await shown(db, 'Kyoto temple by Mensu')).close[0]).toEqual([['Mensu'], ['Temple in Kyoto']])
  })

  test('does not find a word of two kanji in clips that have each of them in other words', async () => {
    const db = await open()
    await publish(db, { title_ja: '京の町' })
    await publish(db, { title_ja: '夜', description_ja: '東京の夜。' })
    await publish(db, { title_ja: '東の空' })
    await publish(db, { title_ja: '京都の寺' })
    for (const text of ['京東', '都京'])
      expect([text, (await shown(db, text)).titles, (await shown(db, text)).close]).toEqual([text, [], []])
  })

  test('names kana that no clip has', async () => {
    const db = await open()
    await publish(db, { title_ja: '京都の寺' })
    expect((await shown(db, '京都 ぱぴぷぺ')).close).toEqual([[['ぱぴぷぺ'], ['京都の寺']]])
  })

  test('answers with a common word if nothing else of the text is known, and names the rest', async () => {
    const db = await open()
    for (let n = 0; n < 30; n++) await publish(db, { title: `Temple ${n}` })
    const { close } = await shown(db, 'zzzz temple qqqq')
    expect([close.length, close[0]![0], close[0]![1]!.length]).toEqual([1, ['zzzz', 'qqqq'], 30])
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
    expect(await shown(db, '"heron pond"')).toMatchObject({ titles: [], close: [], instead: undefined })
    expect((await shown(db, '"pond he"')).alternatives).toContain('pond heron')
    expect(await shown(db, 'zzzz')).toEqual(NOTHING)
    expect(await shown(db, '-')).toEqual(NOTHING)
  })
})
