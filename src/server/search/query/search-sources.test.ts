import type { Kysely } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { choosing } from '#domain/search/filter-query.ts'
import { FILTER_NAMES, FILTERS } from '#domain/search/filters.ts'
import type { Database } from '#server/db/schema.ts'
import { describeEachDatabase } from '../../../../tests/support/database/databases.ts'
import { publish, publishLibrary } from '../../../../tests/support/search-library.ts'
import { type Search, searchSources } from './search-sources.ts'

const slugsOf = (answer: { sources: { file_name: string }[] }) =>
  answer.sources.map(({ file_name }) => file_name)

describeEachDatabase('filters and order of a search', (open) => {
  let db: Kysely<Database>
  beforeAll(async () => {
    db = await open()
    await publishLibrary(db)
  })
  const search = (given: Partial<Search>) => searchSources({ db }, { text: '', offset: 0, ...given })

  test('a phrase does not reach from one text into the next', async () => {
    const db = await open()
    const keywords = ['red crane', 'white bird']
    await publish(db, { title: 'Grey heron', description: 'Lake at dawn', keywords, slug: 'heron' })
    const found = async (text: string) => (await searchSources({ db }, { text, offset: 0 })).total
    expect([await found('"grey heron"'), await found('"heron lake"')]).toEqual([1, 0])
    expect([await found('"red crane"'), await found('"white bird"')]).toEqual([1, 1])
    expect([await found('"dawn red"'), await found('"crane white"')]).toEqual([0, 0])
    expect(await found('heron lake grey red')).toBe(1)
  })

  test('excluding a wider thing keeps its kinds, if no text names it', async () => {
    const db = await open()
    await publish(db, { title: 'Pagoda at dusk', slug: 'alone' })
    await publish(db, { title: 'Pagoda of a temple', slug: 'named' })
    await publish(db, { title: 'Old shrine', slug: 'other' })
    expect(slugsOf(await searchSources({ db }, { text: 'pagoda -temple', offset: 0 }))).toEqual(['alone'])
  })

  test('a woman in a kimono is also found by both things, in any words and in either language', async () => {
    const db = await open()
    await publish(db, { title: 'Tying an obi', keywords: ['kimono', 'bride'], slug: 'bride' })
    await publish(db, { title: 'Woman in kimono', slug: 'named' })
    await publish(db, { title: 'Kimono in a shop', slug: 'shop' })
    await publish(db, { title: 'Woman at a bridge', slug: 'woman' })
    await publish(db, { title_ja: '帯を結ぶ', keywords_ja: ['着物', '花嫁'], slug: '花嫁' })
    for (const text of ['kimono woman', 'woman in a kimono', '着物の女性']) {
      const [first, ...others] = slugsOf(await searchSources({ db }, { text, offset: 0 }))
      expect([text, first, ...others.toSorted()]).toEqual([text, 'named', 'bride', '花嫁'])
    }
  })

  test('filters narrow the matches', async () => {
    const { sources } = await search({ text: 'tokyo', orientation: 'portrait', license_type: 'commercial' })
    expect(sources.length).toBeGreaterThan(2)
    for (const source of sources) {
      expect(source.height).toBeGreaterThan(source.width)
      expect(source.license_type).toBe('commercial')
    }
  })

  test('filters alone narrow the whole catalogue, most popular first', async () => {
    const { sources, total } = await search({ category: 'food', duration_to: 7 })
    expect(slugsOf({ sources }).toSorted()).toEqual(['bento-open', 'kakigori', 'soba-cut'])
    expect(total).toBe(3)
  })

  test('durations are whole seconds, both ends included', async () => {
    const { sources } = await search({ duration_from: 14, duration_to: 14 })
    expect(new Set(sources.map(({ media }) => media.duration))).toEqual(new Set([14]))
  })

  test('newest first is by publication, popular first ignores scores', async () => {
    const newest = await search({ text: 'snow', sort: 'newest' })
    const ids = newest.sources.map(({ id }) => id)
    expect(ids).toEqual(ids.toSorted((a, b) => b - a))
    const popular = await search({ text: 'tokyo', sort: 'popular' })
    const relevant = await search({ text: 'tokyo' })
    expect(slugsOf(popular)).not.toEqual(slugsOf(relevant))
    expect(slugsOf(popular).toSorted()).toEqual(slugsOf(relevant).toSorted())
  })

  test('pages follow each other without gaps or repeats', async () => {
    for (const sort of ['relevance', 'newest', 'popular'] as const) {
      const pages = [await search({ text: 'の', sort })]
      while (pages.at(-1)!.next_offset !== null)
        pages.push(await search({ text: 'の', sort, offset: pages.at(-1)!.next_offset! }))
      const seen = pages.flatMap(slugsOf)
      expect(new Set(seen).size, sort).toBe(pages[0]!.total)
      expect(seen).toHaveLength(pages[0]!.total)
    }
  })

  test('an offset past the end is an empty page', async () => {
    const { total } = await search({ text: 'temple' })
    expect(total).toBeGreaterThan(0)
    expect(await search({ text: 'temple', offset: 99_960 })).toMatchObject({
      sources: [],
      next_offset: null,
      total,
    })
  })

  test.each(FILTER_NAMES)(
    'each value of %s has its number of clips, with the other filters applied',
    async (name) => {
      const asked = [
        { text: 'tokyo', orientation: 'portrait' },
        { text: 'tokyo', license_type: 'commercial', duration_from: 8, duration_to: 10 },
        { text: '' },
      ] as const
      for (const given of asked) {
        const { facets } = await search({ ...given, facets: true })
        const totals = facets![name].map(async ({ value }) => {
          const { total } = await search({ ...given, ...choosing(name, FILTERS[name], value) })
          return { value, count: total }
        })
        expect(facets![name]).toEqual(await Promise.all(totals))
        expect(facets![name].filter(({ count }) => count > 0).length, JSON.stringify(given)).toBeGreaterThan(
          1,
        )
        const whole = await search({ ...given, ...choosing(name, FILTERS[name]) })
        const counted = facets![name].reduce((sum, { count }) => sum + count, 0)
        // A clip has several colours; of some nobody knows whether they were made with AI, or how they loop.
        if (name === 'colour') expect(counted).toBeGreaterThan(whole.total)
        else if (name === 'ai' || name === 'loop') expect(counted).toBeLessThan(whole.total)
        else expect(counted).toBe(whole.total)
      }
    },
  )

  test('any colour finds clips in the shades near it, with words and without', async () => {
    const [lake, sunset] = await Promise.all([
      publish(db, { title: 'Quokka lake', colours: ['2f6ccf'], slug: 'lake' }),
      publish(db, { title: 'Quokka sunset', colours: ['orange', 'brown'], slug: 'sunset' }),
    ])
    const found = async (colour: string, text: string) =>
      (await search({ text, colour })).sources
        .map(({ id }) => id)
        .filter((id) => id === lake || id === sunset)
    for (const text of ['', 'quokka']) {
      expect(await found('2a6ed3', text)).toEqual([lake])
      expect(await found('blue', text)).toEqual([lake])
      expect(await found('f08020', text)).toEqual([sunset])
      expect(await found('brown', text)).toEqual([sunset])
      expect(await found('ff00ff', text)).toEqual([])
    }
    await db.deleteFrom('library').where('id', 'in', [lake, sunset]).execute()
  })

  test('facets are counted only on request', async () => {
    expect(await search({ text: 'tokyo' })).not.toHaveProperty('facets')
  })

  test('an unknown category is refused by name, an empty one finds nothing', async () => {
    await expect(search({ text: 'tokyo', category: 'nowhere' })).rejects.toMatchObject({
      code: 'badRequest',
      detail: 'category: there is no such category',
    })
    await db
      .insertInto('categories')
      .values({ key: 'empty', label: 'Empty', label_ja: '空', position: 99 })
      .execute()
    expect((await search({ text: 'tokyo', category: 'empty' })).total).toBe(0)
  })

  test('a known word is not corrected if filters left nothing', async () => {
    const { facets } = await search({ text: 'shibuya', facets: true })
    const none = facets!.orientation.find(({ count }) => count === 0)!
    const answer = await search({ text: 'shibuya', orientation: none.value as 'square' })
    expect(answer).toMatchObject({ total: 0 })
    expect(answer).not.toHaveProperty('searched_instead')
  })
})

describeEachDatabase('a published text', (open) => {
  test('is found at once, new ones before equally popular old ones', async () => {
    const db = await open()
    for (const slug of ['first', 'second', 'third']) await publish(db, { title: 'Heron', slug })
    const answer = await searchSources({ db }, { text: 'heron', offset: 0 })
    expect(slugsOf(answer)).toEqual(['third', 'second', 'first'])
  })

  test('in 東京都 is not in 京都', async () => {
    const db = await open()
    await publish(db, { title_ja: '東京都庁の夜', slug: 'tokyo', popularity: 9 })
    await publish(db, { title_ja: '京都の夜', slug: 'kyoto', popularity: 1 })
    expect(slugsOf(await searchSources({ db }, { text: '京都', offset: 0 }))).toEqual(['kyoto'])
  })
})

describeEachDatabase('a clip with texts in one language', (open) => {
  test('is found by a word of the other one, beside clips that have both', async () => {
    const db = await open()
    await publish(db, { title: 'Field in spring', title_ja: 'チューリップ畑', slug: 'both' })
    await publish(db, { title: 'Canal', keywords: ['tulips'], slug: 'english' })
    const answer = await searchSources({ db }, { text: 'チューリップ', offset: 0 })
    expect(slugsOf(answer).toSorted()).toEqual(['both', 'english'])
  })
})

describeEachDatabase('the two languages', (open) => {
  let db: Kysely<Database>
  beforeAll(async () => {
    db = await open()
    await publish(db, { description: 'Steam above an old temple', slug: 'last-of-description' })
    await publish(db, { title: 'Dawn at the shrine', slug: 'last-of-title' })
    await publish(db, { keywords: ['white cherry blossom'], slug: 'last-of-keyword' })
    await publish(db, { description_ja: '静かな朝の雨', slug: 'japanese' })
    await publish(db, { description_ja: '吹雪の夜の温泉', slug: 'bath' })
    await publish(db, { title: 'Kyoto in the rain', slug: 'kyoto-rain' })
    await publish(db, { title: '京都', title_ja: '京都', slug: 'kyoto' })
  })
  const found = async (text: string) => slugsOf(await searchSources({ db }, { text, offset: 0 })).toSorted()

  test('find each other by the last word of a text', async () => {
    expect(await found('寺')).toEqual(['last-of-description'])
    expect(await found('神社')).toEqual(['last-of-title'])
    expect(await found('桜')).toEqual(['last-of-keyword'])
    expect(await found('blizzard hot spring')).toEqual(['bath'])
  })

  test('exclude each other', async () => {
    expect(await found('京都')).toEqual(['kyoto', 'kyoto-rain'])
    expect(await found('京都 -雨')).toEqual(['kyoto'])
    expect(await found('kyoto -雨')).toEqual(['kyoto'])
    expect(await found('kyoto -rain')).toEqual(['kyoto'])
    expect([await found('静か'), await found('静か -rain')]).toEqual([['japanese'], []])
  })
})

describeEachDatabase('a misspelt word', (open) => {
  let db: Kysely<Database>
  beforeAll(async () => {
    db = await open()
    await publish(db, { title: 'Temple fox', slug: 'temple-fox' })
  })
  const answer = (text: string) => searchSources({ db }, { text, offset: 0 })

  test('is corrected beside a known one', async () => {
    expect(await answer('templle fox')).toMatchObject({ total: 1, searched_instead: 'temple fox' })
  })

  test.each(['templle ox', 'ox templle', 'templle 東京', 'templle 4x'])(
    'is corrected in %s, too, beside one that no clip has',
    async (text) => {
      const searched_instead = text.replace('templle', 'temple')
      const close = [{ offset: 0, missing: [text.replace('templle', '').trim()] }]
      expect(await answer(text)).toMatchObject({ total: 1, exact_total: 0, searched_instead, close })
    },
  )

  test.each(['zzzzzz', 'xfo'])('is left alone where it is too short or too far off: %s', async (text) => {
    expect(await answer(text)).toMatchObject({ total: 0 })
  })
})
