import { expect, test } from 'vitest'
import type { Storage } from '#server/media/storage.ts'
import { describeEachDatabase } from '../../../tests/support/database/databases.ts'
import { aUser } from '../../../tests/support/database/rows.ts'
import { setShop } from '../../../tests/support/shop/set-shop.ts'
import { changeSet, deleteSet, removeFromSet } from './change-set.ts'
import { createCollection, createPromotion } from './create-set.ts'
import { countSetView } from './find-set.ts'
import { endPromotion, extendPromotion } from './promotion-expiry.ts'
import { downloadFromCollection, downloadFromPromotion } from './sign-set-clip.ts'

const TABLES = ['promotions', 'promotion_sources', 'collections', 'collection_sources'] as const

describeEachDatabase('the sets of everybody else', (open) => {
  test('are unchanged by a maker’s actions on their own set, and only its page is cleared', async () => {
    const { deps, ids, maker: by, aPromotion, aCollection, withStorage } = await setShop(await open())
    const { db } = deps
    const another = { id: await aUser(db), membership: 'pro' } as const
    const input = { source_ids: ids }
    await createPromotion(deps, another, { promo_name: 'Winter', expires_in_days: 7, ...input })
    await createCollection(deps, another, { curated_name: 'Winter', ...input })
    const others: Record<string, object[]> = {}
    for (const table of TABLES) others[table] = await db.selectFrom(table).selectAll().execute()
    await aPromotion('Autumn')
    await aCollection('Autumn')
    const store = { signedUrl: async () => 'https://nagare.example/film' }
    const taking = withStorage(store as unknown as Storage)
    const wanted = { set: 'autumn', source: ids[0]! }
    const view = { name: 'autumn', address: '192.0.2.1' }
    const change = { name: 'Late Autumn', source_ids: ids.toReversed() }
    const deeds: [name: string, does: () => Promise<unknown>, tells: boolean][] = [
      ['view', () => countSetView(deps, { kind: 'promotion', ...view }), false],
      ['view of the other kind', () => countSetView(deps, { kind: 'collection', ...view }), false],
      ['download', () => downloadFromPromotion(taking, by, wanted), false],
      ['download of the other kind', () => downloadFromCollection(taking, by, wanted), false],
      ['change', () => changeSet(deps, 'promotion', { set: 'autumn', by, change }), true],
      ['change of the other kind', () => changeSet(deps, 'collection', { set: 'autumn', by, change }), true],
      ['removal', () => removeFromSet(deps, 'promotion', { ...wanted, by }), true],
      ['removal in the other kind', () => removeFromSet(deps, 'collection', { ...wanted, by }), true],
      ['longer', () => extendPromotion(deps, by, { name: 'autumn', days: 9 }), true],
      ['end', () => endPromotion(deps, by, 'autumn'), true],
      ['deletion', () => deleteSet(deps, 'promotion', { set: 'autumn', by }), true],
      ['deletion of the other kind', () => deleteSet(deps, 'collection', { set: 'autumn', by }), true],
    ]
    for (const [deed, does, tells] of deeds) {
      await db.deleteFrom('invalidations').execute()
      await does()
      for (const table of TABLES) {
        const rows = await db.selectFrom(table).selectAll().execute()
        expect(rows, `${deed}: ${table}`).toEqual(expect.arrayContaining(others[table]!))
      }
      const told = await db.selectFrom('invalidations').select('tag').execute()
      expect(told, deed).toEqual(tells ? [{ tag: 'set:autumn' }] : [])
    }
  })

  test('a picture is drawn again for other clips, not for a new name', async () => {
    const { deps, ids, maker: by, aCollection } = await setShop(await open())
    await aCollection('Autumn')
    const drawings = async () =>
      (await deps.db.selectFrom('jobs').select('payload').execute()).map(({ payload }) => JSON.parse(payload))
    await deps.db.deleteFrom('jobs').execute()
    await changeSet(deps, 'collection', { set: 'autumn', by, change: { name: 'Late Autumn' } })
    expect(await drawings()).toEqual([])
    await changeSet(deps, 'collection', { set: 'autumn', by, change: { source_ids: ids.slice(1) } })
    expect(await drawings()).toEqual([{ kind: 'collection', id: expect.any(Number) }])
  })
})
