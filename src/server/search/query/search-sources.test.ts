import type { Kysely } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import type { Database } from '#server/db/schema.ts'
import { describeEachDatabase } from '../../../../tests/support/database/databases.ts'
import { publish, publishLibrary } from '../../../../tests/support/search-library.ts'
import { type Search, searchSources } from './search-sources.ts'

const slugsOf = (answer: { sources: { file_name: string }[] }) =>
  answer.sources.map(({ file_name }) => file_name)

describeEachDatabase('narrowing and ordering a search', (open) => {
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
    expect(await found('heron lake crane white')).toBe(1)
  })

  test('filters narrow what the words match', async () => {
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

  test('newest first is by publication, popular first leaves scores aside', async () => {
    const newest = await search({ text: 'snow', sort: 'newest' })
    const ids = newest.sources.map(({ id }) => id)
    expect(ids).toEqual(ids.toSorted((a, b) => b - a))
    const popular = await search({ text: 'tokyo', sort: 'popular' })
    const relevant = await search({ text: 'tokyo' })
    expect(slugsOf(popular)).not.toEqual(slugsOf(relevant))
    expect(slugsOf(popular).toSorted()).toEqual(slugsOf(relevant).toSorted())
  })

  test('pages follow each other without a gap or a clip twice', async () => {
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
    expect(await search({ text: 'temple', offset: 99_960 })).toMatchObject({
      sources: [],
      next_offset: null,
      total: 7,
    })
  })

  test('each value of each filter says how many clips it would leave, the others staying as they are', async () => {
    const { facets } = await search({ text: 'tokyo', orientation: 'portrait', facets: true })
    for (const { value, count } of facets!.orientation)
      expect((await search({ text: 'tokyo', orientation: value as 'square' })).total).toBe(count)
    for (const { value, count } of facets!.category)
      expect((await search({ text: 'tokyo', orientation: 'portrait', category: value })).total).toBe(count)
    const lengths = facets!.duration.reduce((sum, { count }) => sum + count, 0)
    expect(lengths).toBe((await search({ text: 'tokyo', orientation: 'portrait' })).total)
  })

  test('facets are counted only when they are asked for', async () => {
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

  test('a slip in a known word is not put right where filters left nothing', async () => {
    const answer = await search({ text: 'shibuya', orientation: 'portrait' })
    expect(answer).toMatchObject({ total: 0 })
    expect(answer).not.toHaveProperty('searched_instead')
  })
})

describeEachDatabase('what is published', (open) => {
  test('is found at once, new ones before old ones that are as popular', async () => {
    const db = await open()
    for (const slug of ['first', 'second', 'third']) await publish(db, { title: 'Heron', slug })
    const answer = await searchSources({ db }, { text: 'heron', offset: 0 })
    expect(slugsOf(answer)).toEqual(['third', 'second', 'first'])
  })

  test('in 東京都 does not stand before what is in 京都', async () => {
    const db = await open()
    await publish(db, { title_ja: '東京都庁の夜', slug: 'tokyo', popularity: 9 })
    await publish(db, { title_ja: '京都の夜', slug: 'kyoto', popularity: 1 })
    expect(slugsOf(await searchSources({ db }, { text: '京都', offset: 0 }))).toEqual(['kyoto', 'tokyo'])
  })
})
