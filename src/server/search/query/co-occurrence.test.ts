import type { Kysely } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import type { Database } from '#server/db/schema.ts'
import { describeEachDatabase } from '../../../../tests/support/database/databases.ts'
import { aClip } from '../../../../tests/support/database/rows.ts'
import { rebuildIndex } from '../index/rebuild-index.ts'
import { searchSources } from './search-sources.ts'

/** More than are read per word before all clips are searched. */
const CLIPS = 520

describeEachDatabase('a search of common words', (open) => {
  let db: Kysely<Database>
  beforeAll(async () => {
    db = await open()
    for (let n = 0; n < CLIPS; n++) {
      await add(['river', 'stone'], CLIPS - n)
      await add(['lantern', 'snow'], CLIPS - n)
    }
    await add(['river', 'lantern', 'snow'], -1)
    await rebuildIndex({ db })
  }, 60_000)

  const add = (keywords: string[], popularity: number) =>
    aClip(db, { source: { keywords: JSON.stringify(keywords), popularity } })
  const search = (text: string) => searchSources({ db }, { text, offset: 0 })

  test('keeps those that only the least popular clip has together', async () => {
    const { sources, left_out } = await search('river lantern snow stone')
    expect(sources).toHaveLength(1)
    expect(left_out).toEqual(['stone'])
  })

  test('drops those that no clip has together', async () => {
    const { left_out } = await search('stone snow')
    expect(left_out).toHaveLength(1)
  })

  test('an exclusion of every clip causes no other search', async () => {
    expect(await search('stone -river')).toMatchObject({ total: 0 })
    expect((await search('stone -river')).searched_instead).toBeUndefined()
  })
})
