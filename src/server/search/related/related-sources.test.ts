import { expect, test } from 'vitest'
import { CountCache } from '#server/clips/count-cache.ts'
import { describeEachDatabase } from '../../../../tests/support/database/databases.ts'
import { publish, publishLibrary } from '../../../../tests/support/search-library.ts'
import { relatedSources } from './related-sources.ts'

describeEachDatabase('related clips', (open) => {
  test('share most with the clip, and never include it', async () => {
    const db = await open()
    await publishLibrary(db)
    const clip = await db
      .selectFrom('sources')
      .select('id')
      .where('file_name', '=', 'snow-monkey')
      .executeTakeFirstOrThrow()
    const { sources } = await relatedSources({ db }, { id: clip.id, offset: 0 })
    const slugs = sources.map(({ file_name }) => file_name)
    // The first shares a keyword and the category, the second two keywords.
    expect(slugs.slice(0, 2)).toEqual(['crane-dance', 'onsen-night'])
    expect(slugs).not.toContain('snow-monkey')
    expect(sources).toHaveLength(40)
  })

  test('are found by Japanese keywords if a clip has no others', async () => {
    const db = await open()
    await publish(db, { title: 'Egret', keywords: ['bird'], slug: 'egret', popularity: 9 })
    const id = await publish(db, { title: 'Heron', keywords_ja: ['鷺', '水辺'], slug: 'heron' })
    await publish(db, { title: 'Shore', keywords_ja: ['水辺'], slug: 'shore' })
    const { sources } = await relatedSources({ db }, { id, offset: 0 })
    expect(sources.map(({ file_name }) => file_name)).toEqual(['shore', 'egret'])
  })

  test('come page by page, each once, in a stable order', async () => {
    const db = await open()
    await publishLibrary(db)
    const first = await relatedSources({ db }, { id: 5, offset: 0 })
    const ids = first.sources.map(({ id }) => id)
    for (let next = first.next_offset; next !== null; ) {
      const page = await relatedSources({ db }, { id: 5, offset: next })
      ids.push(...page.sources.map(({ id }) => id))
      next = page.next_offset
    }
    expect(ids).toHaveLength(first.total)
    expect(new Set(ids).size).toBe(ids.length)
    expect(await relatedSources({ db }, { id: 5, offset: 0 })).toEqual(first)
  })

  test("are the same with a category's popular clips kept, which a change of clips renews", async () => {
    const db = await open()
    const id = await publish(db, { title: 'Heron', slug: 'heron' })
    await publish(db, { title: 'Egret', slug: 'egret' })
    const counts = new CountCache()
    const slugs = async () => {
      const { sources } = await relatedSources({ db, counts }, { id, offset: 0 })
      return sources.map(({ file_name }) => file_name)
    }
    expect(await slugs()).toEqual(['egret'])
    expect(await slugs()).toEqual(['egret'])
    await publish(db, { title: 'Crane', slug: 'crane', popularity: 9 })
    counts.clear()
    expect(await slugs()).toEqual(['crane', 'egret'])
  })

  test('a unique clip still has related ones, a missing one has none', async () => {
    const db = await open()
    const id = await publish(db, { title: 'Alone', category: 'odd', slug: 'alone' })
    await publish(db, { title: 'Heron', slug: 'heron' })
    const { sources } = await relatedSources({ db }, { id, offset: 0 })
    expect(sources.map(({ file_name }) => file_name)).toEqual(['heron'])
    await expect(relatedSources({ db }, { id: 999, offset: 0 })).rejects.toMatchObject({
      code: 'mediaNotFound',
    })
  })
})
