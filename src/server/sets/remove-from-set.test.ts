import { expect, test } from 'vitest'
import { describeEachDatabase } from '../../../tests/support/database/databases.ts'
import { setShop } from '../../../tests/support/shop/set-shop.ts'
import { removeFromSet } from './change-set.ts'
import { getCollection, getPromotion } from './find-set.ts'

describeEachDatabase('removing a clip from a set', (open) => {
  test('leaves it in every other set, and is logged', async () => {
    const { deps, ids, maker: by, aPromotion, aCollection } = await setShop(await open())
    for (const name of ['Autumn', 'Winter']) {
      await aPromotion(name)
      await aCollection(name)
    }
    const [source, ...left] = ids as [number, number, number]
    const clips = async (get: typeof getPromotion | typeof getCollection, name: string) =>
      (await get(deps, name)).sources.map(({ id }) => id)
    for (const [kind, get] of [
      ['promotion', getPromotion],
      ['collection', getCollection],
    ] as const) {
      await removeFromSet(deps, kind, { set: 'Autumn', source, by })
      expect(await clips(get, 'autumn')).toEqual(left)
      expect(await clips(get, 'winter')).toEqual(ids)
      const taken = { set: 'autumn', source, by }
      await expect(removeFromSet(deps, kind, taken)).rejects.toMatchObject({ code: 'mediaNotFound' })
    }
    const records = deps.db.selectFrom('audit_records').select(['actor', 'action'])
    expect(await records.where('action', 'like', '%.remove').orderBy('id').execute()).toEqual([
      { actor: `user:${by.id}`, action: 'promotion.remove' },
      { actor: `user:${by.id}`, action: 'collection.remove' },
    ])
  })
})
