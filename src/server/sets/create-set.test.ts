import { sql } from 'kysely'
import { afterEach, expect, test, vi } from 'vitest'
import { HOUR_MS } from '#domain/dates/spans.ts'
import type { Person } from '#domain/membership/membership.ts'
import { insertAdmin } from '#server/db/admin-row.ts'
import { describeEachDatabase } from '../../../tests/support/database/databases.ts'
import { setShop } from '../../../tests/support/shop/set-shop.ts'
import { removeClip } from '../library/remove-clip.ts'
import { createCollection } from './create-set.ts'
import { getCollection, getPromotion } from './find-set.ts'
import { listSets } from './list-sets.ts'

afterEach(() => void vi.useRealTimers())

describeEachDatabase('making sets', (open) => {
  test('a promotion has its clips in the order chosen, each once, and lasts the given days', async () => {
    const { deps, ids, aPromotion } = await setShop(await open())
    const [a, b, c] = ids as [number, number, number]
    expect(await aPromotion('Kyoto  Autumn', [c, a, c, b, a], 3)).toEqual({
      name: 'Kyoto Autumn',
      url: 'https://nagare.example/promo/kyoto-autumn',
      expiry: '2026-11-24T09:00:00.000Z',
    })
    const promotion = await getPromotion(deps, 'kyoto-autumn')
    expect(promotion).toMatchObject({ id: 'kyoto-autumn', expiry: '2026-11-24T09:00:00.000Z' })
    expect(promotion.sources.map(({ id }) => id)).toEqual([c, a, b])
    expect(promotion.sources[0]!.media.video_url).toBe(`/api/promo/kyoto-autumn/${c}/video`)
  })

  test('a curated set has no end, and its films only the clips’ own URLs', async () => {
    const { deps, ids, aCollection, passDays } = await setShop(await open())
    expect(await aCollection('静かな 雨')).toEqual({
      name: '静かな 雨',
      url: `https://nagare.example/curated/${encodeURIComponent('静かな-雨')}`,
    })
    passDays(10_000)
    const set = await getCollection(deps, '静かな_雨')
    expect(set.sources.map(({ id }) => id)).toEqual(ids)
    expect(set.sources[0]!.media.video_url).toMatch(/^\/media\/watermarked\//)
    expect(set.og_image_url).toBe(set.sources[0]!.media.thumbnail_url)
  })

  test.each([
    ['nothing', ''],
    ['white space', '  '],
    ['a path', '../x'],
    ['a path below', 'a/b'],
    ['a name with emoji', '🌸 Kyoto'],
    ['81 letters', 'a'.repeat(81)],
    ['a name with a zero byte', 'a\u0000b'],
    ['a hundred thousand letters', 'あ'.repeat(100_000)],
  ])('%s is refused as a name, and nothing is left of it', async (_, name) => {
    const { deps, aPromotion, aCollection } = await setShop(await open())
    await expect(aPromotion(name)).rejects.toMatchObject({ code: 'badSetName' })
    await expect(aCollection(name)).rejects.toMatchObject({ code: 'badSetName' })
    expect(await leftovers(deps)).toEqual([0, 0, 0, 0, 0, 0])
  })

  test('no clips, more than 200 and unknown ones are refused, the unknown by name', async () => {
    const { deps, ids, aPromotion, aCollection } = await setShop(await open())
    await expect(aPromotion('A', [])).rejects.toMatchObject({ code: 'badClips' })
    const many = Array.from({ length: 201 }, (_, n) => n + 1)
    await expect(aPromotion('A', many)).rejects.toMatchObject({ code: 'badClips', detail: '201 clips' })
    const wrong = [...ids, 987_654, Number.MAX_SAFE_INTEGER]
    await expect(aCollection('A', wrong)).rejects.toMatchObject({
      code: 'badClips',
      detail: `there is no clip 987654, ${Number.MAX_SAFE_INTEGER}`,
    })
    expect(await leftovers(deps)).toEqual([0, 0, 0, 0, 0, 0])
  })

  test('200 clips named twice are 200', async () => {
    const { deps, ids, aCollection } = await setShop(await open(), { clips: 200 })
    await aCollection('Everything', [...ids, ...ids])
    expect((await getCollection(deps, 'everything')).sources).toHaveLength(200)
  })

  test('a taken name is refused in any spelling, and its set is unchanged', async () => {
    const { deps, ids, aPromotion, aCollection } = await setShop(await open())
    await aPromotion('Kyoto Autumn', ids.slice(1))
    for (const name of ['kyoto_autumn', 'KYOTO-AUTUMN', ' Kyoto　Autumn '])
      await expect(aPromotion(name)).rejects.toMatchObject({ code: 'setNameTaken' })
    expect((await getPromotion(deps, 'kyoto-autumn')).sources).toHaveLength(2)
    await aCollection('Kyoto Autumn')
    await expect(aCollection('Kyoto Autumn')).rejects.toMatchObject({ code: 'setNameTaken' })
  })

  test('of ten concurrent sets of one name one wins, and the others are refused', async () => {
    const { deps, aPromotion } = await setShop(await open())
    const ends = await Promise.allSettled(Array.from({ length: 10 }, () => aPromotion()))
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const end of ends)
      if (end.status === 'rejected') expect(end.reason).toMatchObject({ code: 'setNameTaken' })
    expect(await leftovers(deps)).toEqual([1, 3, 0, 0, 1, 1])
  })

  test.each(['promotion_sources', 'jobs', 'audit_records', 'invalidations'] as const)(
    'where the write into %s fails, nothing is left',
    async (table) => {
      const { deps, aPromotion } = await setShop(await open())
      const before = await leftovers(deps)
      const away = sql.table(`${table}_away`)
      await sql`alter table ${sql.table(table)} rename to ${away}`.execute(deps.db)
      await expect(aPromotion()).rejects.toThrow()
      await sql`alter table ${away} rename to ${sql.table(table)}`.execute(deps.db)
      expect(await leftovers(deps)).toEqual(before)
      await aPromotion()
    },
  )

  test('an ended promotion’s name is free for one of ten; its figures stay', async () => {
    const { deps, ids, aPromotion, passDays } = await setShop(await open())
    await aPromotion('Autumn', ids.slice(0, 1), 1)
    await aPromotion('Winter', ids, 1)
    await deps.db.updateTable('promotions').set({ views: 7 }).execute()
    passDays(1)
    await expect(getPromotion(deps, 'autumn')).rejects.toMatchObject({ code: 'promotionEnded' })
    const ends = await Promise.allSettled(Array.from({ length: 10 }, () => aPromotion('Autumn')))
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await getPromotion(deps, 'autumn')).sources).toHaveLength(3)
    const { sets } = await listSets(deps, { kind: 'promotion', offset: 0 })
    expect(sets).toMatchObject([
      { id: 'autumn', clips: 3, views: 0, url: 'https://nagare.example/promo/autumn' },
      { id: 'winter', url: 'https://nagare.example/promo/winter' },
      { name: 'Autumn', clips: 1, views: 7, url: null, expiry: '2026-11-22T09:00:00.000Z' },
    ])
    await expect(getPromotion(deps, sets[2]!.id)).rejects.toMatchObject({ code: 'setNotFound' })
  })

  test('a removed clip leaves its sets', async () => {
    const { deps, ids, aPromotion, aCollection } = await setShop(await open())
    await aPromotion('A')
    await aCollection('A')
    await removeClip(deps, ids[1]!)
    const left = [ids[0], ids[2]]
    expect((await getPromotion(deps, 'a')).sources.map(({ id }) => id)).toEqual(left)
    expect((await getCollection(deps, 'a')).sources.map(({ id }) => id)).toEqual(left)
  })

  test('building is limited to sixty sets an hour, except for the admin', async () => {
    const { deps, ids, maker } = await setShop(await open())
    vi.useFakeTimers({ toFake: ['Date'] })
    const created = deps.now().toISOString()
    const row = { name: 'Admin', email: 'a@b', email_normalised: 'a@b', password_hash: '$', created }
    await insertAdmin(deps.db, row)
    const build = (by: Person, curated_name: string) =>
      createCollection(deps, by, { curated_name, source_ids: ids.slice(0, 1) })
    for (let n = 0; n < 60; n++) await build(maker, `Set ${n}`)
    await expect(build(maker, 'One more')).rejects.toMatchObject({ code: 'tooManyRequests' })
    // On PostgreSQL its clock counts, which a test cannot move.
    vi.setSystemTime(Date.now() + HOUR_MS)
    await deps.db.updateTable('rate_limits').set({ expire: 0 }).execute()
    await build(maker, 'One more')
    for (let n = 0; n < 61; n++) await build({ id: 1, membership: 'free', role: 'admin' }, `Admin ${n}`)
  })
})

/** Rows of promotions, their clips, collections, their clips, queued work, records. */
async function leftovers({
  db,
}: {
  db: Awaited<ReturnType<typeof setShop>>['deps']['db']
}): Promise<number[]> {
  const tables = [
    'promotions',
    'promotion_sources',
    'collections',
    'collection_sources',
    'jobs',
    'audit_records',
  ] as const
  const counts = []
  for (const table of tables) counts.push((await db.selectFrom(table).selectAll().execute()).length)
  return counts
}
