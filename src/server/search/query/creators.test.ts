import type { Kysely } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { readSources } from '#server/clips/source-view.ts'
import type { Database } from '#server/db/schema.ts'
import { removeClip } from '#server/library/remove-clip.ts'
import { rebuildIndex } from '#server/search/index/rebuild-index.ts'
import { reindexAround } from '#server/search/index/reindex-sources.ts'
import { describeEachDatabase } from '../../../../tests/support/database/databases.ts'
import { publish } from '../../../../tests/support/search-library.ts'
import { creatorKeys, findCreator } from './creators.ts'
import { creatorClips, searchSources } from './search-sources.ts'

describeEachDatabase('creators', (open) => {
  let db: Kysely<Database>
  beforeAll(async () => {
    db = await open()
    await publish(db, { title: 'Heron', user_name: 'Kaito Minase', width: 1080, height: 1920 })
    await publish(db, { title_ja: '鷺', user_name: 'KAITO MINASE', popularity: 9 })
    await publish(db, { title: 'Egret', user_name: 'Kaito Minase', popularity: 5 })
    await publish(db, { title: 'Rain on a roof', user_name: '橘 蓮' })
    await publish(db, { title: 'Moon', user_name: 'Rain' })
    await publish(db, { title: 'Menus of a café', user_name: 'AC/DC 🎥' })
    await publish(db, { title: 'Nobody’s', user_name: ' / ' })
    for (let n = 0; n < 3; n++) await publish(db, { title: 'Fox', user_name: `Fox ${n}` })
  })
  const found = async (text: string) => {
    const { sources, searched_instead } = await searchSources({ db }, { text, offset: 0 })
    return [sources.map(({ title, title_ja }) => title || title_ja).toSorted(), searched_instead]
  }
  const HERONS = ['Egret', 'Heron', '鷺']

  test.each(['Kaito Minase', 'kaito minase', 'ＫＡＩＴＯ　ＭＩＮＡＳＥ', 'Minase Kaito', 'kaito-minase'])(
    '%s finds the clips of the creator',
    async (text) => {
      expect(await found(text)).toEqual([HERONS, undefined])
    },
  )

  test.each(['Kaito Minasse', 'Kiato Minase', 'kaito minaze', 'Minase', 'kaito'])(
    '%s finds them too, and says by which name',
    async (text) => {
      expect(await found(text)).toEqual([HERONS, 'Kaito Minase'])
    },
  )

  test('clips that say a name come before those of its creator', async () => {
    expect(await found('橘蓮')).toEqual([['Rain on a roof'], '橘 蓮'])
    expect(await found('AC/DC 🎥')).toEqual([['Menus of a café'], undefined])
    const { sources } = await searchSources({ db }, { text: 'rain', offset: 0 })
    expect(sources.map(({ title }) => title)).toEqual(['Rain on a roof', 'Moon'])
    expect(await found('rainn')).toEqual([['Rain on a roof'], 'rain'])
  })

  test('spellings of a name are one creator, called as most clips say', async () => {
    const creator = await findCreator(db, 'kaito  minase')
    expect(creator).toEqual({ key: 'kaito-minase', name: 'Kaito Minase' })
    const answer = await creatorClips({ db }, { creator: creator!, offset: 0, facets: true }, readSources)
    expect(answer.sources.map(({ title, title_ja }) => title || title_ja)).toEqual(['鷺', 'Egret', 'Heron'])
    expect(answer.facets?.orientation?.map(({ count }) => count)).toEqual([2, 1, 0])
    const upright = await creatorClips(
      { db },
      { creator: creator!, offset: 0, orientation: 'portrait' },
      readSources,
    )
    expect(upright.sources.map(({ title }) => title)).toEqual(['Heron'])
  })

  test('a list of a creator has pages', async () => {
    const deps = { db, site: { clipsPerPage: 2 } }
    const creator = { key: 'kaito-minase', name: 'Kaito Minase' }
    const first = await creatorClips(deps, { creator, offset: 0 }, readSources)
    const second = await creatorClips(deps, { creator, offset: first.next_offset! }, readSources)
    expect([first.sources.length, first.total, second.sources.length]).toEqual([2, 3, 1])
    expect(second.next_offset).toBeNull()
  })

  test('nobody is no creator', async () => {
    for (const name of ['', ' / ', 'nobody', '%', 'kaito'])
      expect(await findCreator(db, name)).toBeUndefined()
    const keys = ['ac-dc-🎥', 'fox-0', 'fox-1', 'fox-2', 'kaito-minase', 'rain', '橘-蓮']
    expect((await creatorKeys(db)).toSorted()).toEqual(keys)
  })
})

describeEachDatabase('a creator', (open) => {
  test('goes with the last clip, and follows a change of the name and a rebuild', async () => {
    const db = await open()
    const [first, second] = [
      await publish(db, { title: 'Heron', user_name: 'Aki Mori' }),
      await publish(db, { title: 'Egret', user_name: 'Aki Mori' }),
    ]
    const rename = (trx: Kysely<Database>) =>
      trx.updateTable('library').set({ user_name: 'Sora Hino' }).where('id', '=', first).execute()
    await db.transaction().execute((trx) => reindexAround(trx, [first], () => rename(trx)))
    expect(await creatorKeys(db)).toEqual(expect.arrayContaining(['aki-mori', 'sora-hino']))
    await removeClip({ db }, second)
    expect(await creatorKeys(db)).toEqual(['sora-hino'])
    await rebuildIndex({ db })
    expect(await creatorKeys(db)).toEqual(['sora-hino'])
    expect((await searchSources({ db }, { text: 'Sora Hino', offset: 0 })).total).toBe(1)
  })
})
