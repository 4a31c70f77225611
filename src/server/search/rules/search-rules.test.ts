import type { Kysely } from 'kysely'
import { expect, test } from 'vitest'
import type { Database } from '#server/db/schema.ts'
import { type Search, searchSources } from '#server/search/query/search-sources.ts'
import { describeEachDatabase } from '../../../../tests/support/database/databases.ts'
import { publish } from '../../../../tests/support/search-library.ts'
import { type SearchRule, SearchRules } from './search-rules.ts'

type Given = Pick<SearchRule, 'kind' | 'word'> & Partial<SearchRule>

const rulesOf = (...rules: Given[]) =>
  new SearchRules(rules.map((rule, id) => ({ id, target: '', clips: [], until: null, ...rule })))

describeEachDatabase('what the operator teaches search', (open) => {
  async function library(db: Kysely<Database>) {
    await publish(db, { title: 'Old robot in a shop', keywords: ['robot'], slug: 'robot' })
    await publish(db, { title: 'Gizmotron', slug: 'gizmotron' })
    await publish(db, { title: 'Cherry blossom at night', keywords: ['sakura', 'night'], slug: 'sakura' })
    await publish(db, { title: 'Roses', keywords: ['rose', 'flower'], slug: 'rose' })
    await publish(db, { title_ja: '夜の街', keywords_ja: ['夜', '街'], slug: '街' })
  }
  async function shop() {
    const db = await open()
    await library(db)
    return async (text: string, ...rules: Given[]) => {
      const { sources } = await searchSources({ db }, { text, offset: 0, rules: rulesOf(...rules) })
      return sources.map(({ file_name }) => file_name)
    }
  }

  test('a word that is the same finds in both directions, in every spelling and language', async () => {
    const found = await shop()
    const rule = { kind: 'same', word: 'zorblax', target: 'robot' } as const
    expect(await found('zorblax')).toEqual([])
    for (const text of ['zorblax', 'Zorblaxes', 'ＺＯＲＢＬＡＸ', 'zorblax shop'])
      expect([text, await found(text, rule)]).toEqual([text, ['robot']])
    const other = { kind: 'same', word: 'gizmotron', target: 'robot' } as const
    expect(await found('ロボット')).toEqual(['robot'])
    expect((await found('ロボット', other)).toSorted()).toEqual(['gizmotron', 'robot'])
    expect(await found('gizmotron', other)).toEqual(['gizmotron', 'robot'])
    const near = { kind: 'same', word: 'gizmotrom', target: 'robot' } as const
    expect([await found('gizmotrom'), await found('gizmotrom', near)]).toEqual([['gizmotron'], ['robot']])
    const kana = { kind: 'same', word: 'ピエンぽ', target: 'robot' } as const
    expect(await found('ぴえんポ', kana)).toEqual(['robot'])
  })

  test('a word also finds another, which does not find it', async () => {
    const found = await shop()
    const rule = { kind: 'also', word: 'gizmotron', target: 'cherry blossom' } as const
    expect(await found('gizmotron', rule)).toEqual(['gizmotron', 'sakura'])
    expect(await found('sakura', rule)).toEqual(['sakura'])
    const next = { kind: 'also', word: 'sakura', target: 'robot' } as const
    expect(await found('gizmotron', rule, next)).toEqual(['gizmotron', 'sakura'])
  })

  test('a word does not find another, unless the query names it', async () => {
    const found = await shop()
    const rule = { kind: 'not', word: 'flower', target: 'sakura' } as const
    expect((await found('flower')).toSorted()).toEqual(['rose', 'sakura'])
    expect(await found('flower', rule)).toEqual(['rose'])
    expect(await found('花', rule)).toEqual(['rose'])
    expect(await found('flower sakura', rule)).toEqual(['sakura'])
    expect(await found('sakura', rule)).toEqual(['sakura'])
  })

  test('words follow one another in circles and chains, and what is hidden is not found', async () => {
    const found = await shop()
    const chain = [
      { kind: 'same', word: 'aaxo', target: 'bbxo' },
      { kind: 'same', word: 'bbxo', target: 'ccxo' },
      { kind: 'same', word: 'ccxo', target: 'aaxo' },
      { kind: 'also', word: 'ccxo', target: 'robot' },
      { kind: 'also', word: 'robot', target: 'aaxo' },
    ] as const
    for (const text of ['aaxo', 'bbxo', 'ccxo'])
      expect([text, await found(text, ...chain)]).toEqual([text, ['robot']])
    const hidden = { kind: 'not', word: 'bbxo', target: 'robot' } as const
    expect(await found('aaxo', ...chain, hidden)).toEqual([])
  })

  test('pinned clips come first in their order, with or without the word, in every page, until they end', async () => {
    const db = await open()
    const ids: number[] = []
    for (let n = 0; n < 7; n++)
      ids.push(
        await publish(db, { title: `Rose ${n}`, keywords: ['rose'], slug: `rose ${n}`, popularity: 9 - n }),
      )
    const robot = await publish(db, { title: 'Robot', slug: 'robot', license_type: 'editorial' })
    const end = '2026-12-24T00:00:00.000Z'
    const pin = { kind: 'pin', word: 'rose', clips: [robot, ids[5]!, 98765], until: end } as const
    const page = async (asked: Partial<Search>, at = '2026-12-23') => {
      const deps = { db, site: { clipsPerPage: 3 }, now: () => new Date(at) }
      const answer = await searchSources(deps, { text: 'roses', offset: 0, rules: rulesOf(pin), ...asked })
      return [answer.sources.map(({ file_name }) => file_name), answer.total, answer.next_offset]
    }
    expect(await page({})).toEqual([['robot', 'rose 5', 'rose 0'], 8, 3])
    expect(await page({ text: '薔薇' })).toEqual([['robot', 'rose 5', 'rose 0'], 8, 3])
    expect(await page({ offset: 3 })).toEqual([['rose 1', 'rose 2', 'rose 3'], 8, 6])
    expect(await page({ offset: 6 })).toEqual([['rose 4', 'rose 6'], 8, null])
    expect(await page({ license_type: 'commercial' })).toEqual([['rose 5', 'rose 0', 'rose 1'], 7, 3])
    const facets = await searchSources({ db }, { text: 'rose', offset: 0, rules: rulesOf(pin), facets: true })
    expect([facets.exact_total, facets.facets?.license_type]).toMatchObject([
      8,
      expect.arrayContaining([expect.objectContaining({ value: 'editorial', count: 1 })]),
    ])
    expect(await page({ sort: 'popular' })).toEqual([['rose 0', 'rose 1', 'rose 2'], 7, 3])
    expect(await page({}, end)).toEqual([['rose 0', 'rose 1', 'rose 2'], 7, 3])
    expect((await page({ text: 'roses at a window' }))[0]).not.toContain('robot')
    const only = { kind: 'pin', word: 'zorblax', clips: [robot] } as const
    expect(await page({ text: 'zorblax', rules: rulesOf(only) })).toEqual([['robot'], 1, null])
  })

  test('a rule without words, or with one word on both sides, does nothing', async () => {
    const found = await shop()
    const rules = [
      { kind: 'same', word: '!!', target: 'robot' },
      { kind: 'not', word: 'robot', target: 'ロボット' },
      { kind: 'same', word: 'robot', target: '…' },
    ] as const
    expect(await found('robot', ...rules)).toEqual(['robot'])
    expect(await found('!!', ...rules)).toEqual([])
  })
})
