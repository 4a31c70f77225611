import { expect, test } from 'vitest'
import { describeEachDatabase } from '../../../tests/support/database/databases.ts'
import { setShop } from '../../../tests/support/shop/set-shop.ts'
import { countSetView } from './find-set.ts'
import { listSets } from './list-sets.ts'

describeEachDatabase('views of sets', (open) => {
  test('are counted per set, once an hour per IP', async () => {
    const { deps, aPromotion, aCollection } = await setShop(await open())
    for (const name of ['Autumn', 'Winter']) {
      await aPromotion(name)
      await aCollection(name)
    }
    for (const kind of ['promotion', 'collection', 'promotion'] as const)
      await countSetView(deps, { kind, name: 'Autumn', address: '192.0.2.1' })
    await countSetView(deps, { kind: 'promotion', name: 'Autumn', address: '192.0.2.2' })
    const views = async (kind: 'promotion' | 'collection') =>
      (await listSets(deps, { kind, offset: 0 })).sets.map((set) => [set.id, set.views])
    expect(await views('promotion')).toEqual([
      ['winter', 0],
      ['autumn', 2],
    ])
    expect(await views('collection')).toEqual([
      ['winter', 0],
      ['autumn', 1],
    ])
  })
})
