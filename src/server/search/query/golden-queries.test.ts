import type { Kysely } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '#server/db/schema.ts'
import { rebuildIndex } from '#server/search/index/rebuild-index.ts'
import queries from '../../../../tests/fixtures/search-queries.json' with { type: 'json' }
import { describeEachDatabase } from '../../../../tests/support/database/databases.ts'
import { publishLibrary } from '../../../../tests/support/search-library.ts'
import { searchSources } from './search-sources.ts'

describeEachDatabase('the queries that people type', (open) => {
  let db: Kysely<Database>
  beforeAll(async () => {
    db = await open()
    await publishLibrary(db)
  })

  describe('find what they should, the right clips first', () => {
    for (const { query, top, total, instead, missing, never = [] } of queries)
      test(query, async () => {
        const answer = await searchSources({ db }, { text: query, offset: 0 })
        const found = answer.sources.map(({ file_name }) => file_name)
        expect(found.slice(0, top.length)).toEqual(top)
        expect(missing ? answer.total : answer.exact_total).toBe(total)
        expect(answer.searched_instead).toBe(instead)
        if (missing) expect(answer.close?.map((group) => group.missing)).toEqual([missing])
        for (const slug of never) expect(found).not.toContain(slug)
      })
  })

  test('there are at least 120 of them, and a rebuilt index answers them all alike', async () => {
    expect(queries.length).toBeGreaterThanOrEqual(120)
    const answers = async () => {
      const all: object[] = []
      for (const { query } of queries) all.push(await searchSources({ db }, { text: query, offset: 0 }))
      return all
    }
    const before = await answers()
    await rebuildIndex({ db })
    expect(await answers()).toEqual(before)
  })

  test.each([
    ['寺', 'てら', 'tera', 'temple', 'temples'],
    ['雨', 'あめ', 'ame', 'rain', 'raining'],
    ['桜', 'さくら', 'サクラ', 'ｻｸﾗ', 'sakura', 'cherry blossom'],
    ['京都', 'きょうと', 'kyoto', 'Kyōto', 'ＫＹＯＴＯ'],
    ['ラーメン', 'らーめん', 'ﾗｰﾒﾝ', 'ramen'],
    ['祭り', 'まつり', 'matsuri', 'festival', 'festivals'],
  ])('%s and its other writings find the same clips', async (first, ...others) => {
    const found = async (text: string) => {
      const { sources, total } = await searchSources({ db }, { text, offset: 0 })
      return { slugs: sources.map(({ file_name }) => file_name).sort(), total }
    }
    const expected = await found(first!)
    expect(expected.total).toBeGreaterThan(0)
    for (const text of others) expect([text, await found(text)]).toEqual([text, expected])
  })
})
