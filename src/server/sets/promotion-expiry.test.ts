import { expect, test } from 'vitest'
import { describeEachDatabase } from '../../../tests/support/database/databases.ts'
import { setShop } from '../../../tests/support/shop/set-shop.ts'
import { getPromotion } from './find-set.ts'
import { endPromotion, extendPromotion } from './promotion-expiry.ts'
import { missingSetCache, setPageCache } from './set-page-cache.ts'

const EMPTY = { id: 'autumn', name: 'Autumn', description: '', og_image_url: '', sources: [] }

describeEachDatabase('the end of a promotion', (open) => {
  test('it is live to its last millisecond, and ended from its expiry on', async () => {
    const { deps, clock, aPromotion } = await setShop(await open())
    const { expiry } = await aPromotion('Autumn')
    clock.at = Date.parse(expiry!) - 1
    expect((await getPromotion(deps, 'autumn')).expiry).toBe(expiry)
    clock.at += 1
    await expect(getPromotion(deps, 'autumn')).rejects.toMatchObject({ code: 'promotionEnded' })
  })

  test('it can be extended but not shortened, ended once, and restarted', async () => {
    const { deps, maker, aPromotion } = await setShop(await open())
    await aPromotion('Autumn')
    const extend = (days: number) => extendPromotion(deps, 'cli', { name: 'Autumn', days })
    await expect(extend(7)).rejects.toMatchObject({ code: 'badRequest' })
    expect(await extend(8)).toEqual({ expiry: '2026-11-29T09:00:00.000Z' })
    await endPromotion(deps, maker, 'autumn')
    await expect(endPromotion(deps, maker, 'autumn')).rejects.toMatchObject({ code: 'promotionEnded' })
    expect(await extend(1)).toEqual({ expiry: '2026-11-22T09:00:00.000Z' })
    for (const name of ['winter', '../x', ''])
      await expect(endPromotion(deps, 'cli', name)).rejects.toMatchObject({ code: 'setNotFound' })
  })

  test('changes are logged, and its pages are cleared', async () => {
    const { deps, maker, aPromotion } = await setShop(await open())
    await aPromotion('京都')
    await deps.db.deleteFrom('invalidations').execute()
    await extendPromotion(deps, 'cli', { name: '京都', days: 30 })
    await endPromotion(deps, maker, '京都')
    const records = await deps.db
      .selectFrom('audit_records')
      .select(['actor', 'action', 'detail'])
      .orderBy('id')
      .execute()
    expect(records.map(({ actor, action }) => [actor, action])).toEqual([
      [`user:${maker.id}`, 'promotion.create'],
      ['cli', 'promotion.extend'],
      [`user:${maker.id}`, 'promotion.end'],
    ])
    expect(JSON.parse(records[1]!.detail)).toMatchObject({
      slug: '京都',
      after: { expires_at: '2026-12-21T09:00:00.000Z' },
    })
    const tags = await deps.db.selectFrom('invalidations').select('tag').execute()
    const { tags: pageTags } = setPageCache({ ...EMPTY, id: '京都' }, deps.now())
    for (const { tag } of tags) expect(pageTags).toContain(tag)
    expect(tags).toHaveLength(2)
  })
})

test.each([
  [7 * 86_400, 60],
  [61, 60],
  [60.9, 59],
  [2, 1],
  [1.9, 0],
  [0, 0],
  [-10, 0],
])('with %d s left the page of a promotion is kept for %i s, and never sent late', (left, maxAge) => {
  const now = new Date('2026-11-21T09:00:00Z')
  const expiry = new Date(now.getTime() + left * 1000).toISOString()
  expect(setPageCache({ ...EMPTY, expiry }, now)).toMatchObject({ maxAge, swr: 0 })
})

test('a missing set’s page is cached until the set is made, a failure’s is not', () => {
  expect(missingSetCache('Kyoto  Autumn', 404)).toEqual({
    ...{ maxAge: 60, swr: 0 },
    tags: ['categories', 'set:kyoto-autumn'],
  })
  expect(missingSetCache('autumn', 410)).toMatchObject({ maxAge: 60 })
  for (const [name, status] of [
    ['autumn', 500],
    ['autumn', 503],
    ['../x', 404],
  ] as const)
    expect(missingSetCache(name, status)).toBeUndefined()
})

test('the page of a curated set is cached for a minute, and stale for an hour', () => {
  expect(setPageCache({ ...EMPTY }, new Date())).toMatchObject({ maxAge: 60, swr: 3600 })
})

test('a page’s tags fit into a header, in any script', () => {
  const { tags } = setPageCache({ ...EMPTY, id: '京都-の-秋' }, new Date())
  expect(new Headers({ 'Cache-Tag': tags.join(',') }).get('cache-tag')).toContain('set:')
})
