import { expect, test } from 'vitest'
import type { Person } from '#domain/membership/membership.ts'
import { describeEachDatabase } from '../../../tests/support/database/databases.ts'
import { aClip, aUser } from '../../../tests/support/database/rows.ts'
import { setShop } from '../../../tests/support/shop/set-shop.ts'
import { changeSet } from './change-set.ts'
import { getCollection, getPromotion } from './find-set.ts'

describeEachDatabase('adding to a set', (open) => {
  async function shop(clips: number) {
    const made = await setShop(await open(), { clips })
    const admin: Person = {
      id: await aUser(made.deps.db, { role: 'admin' }),
      membership: 'free',
      role: 'admin',
    }
    const add = (by: Person, ...added_ids: number[]) =>
      changeSet(made.deps, 'collection', { set: 'quiet-rain', by, change: { added_ids } })
    const clipsOf = async () =>
      (await getCollection(made.deps, 'quiet-rain')).sources.map((source) => source.id)
    return { ...made, admin, add, clipsOf }
  }

  test('two editors add at the same time, and no clip of either is lost', async () => {
    const { deps, ids, maker, admin, add, aCollection, clipsOf } = await shop(21)
    await aCollection('Quiet Rain', ids.slice(0, 1))
    const answers = await Promise.all(ids.slice(1).map((id, n) => add(n % 2 ? maker : admin, id)))
    expect(answers.map(({ added }) => added)).toEqual(Array(20).fill(1))
    const clips = await clipsOf()
    expect(clips[0]).toBe(ids[0])
    expect(clips.toSorted((a, b) => a - b)).toEqual(ids)
    const rows = await deps.db
      .selectFrom('collection_sources')
      .select('position')
      .orderBy('position')
      .execute()
    expect(rows.map(({ position }) => position)).toEqual([...ids.keys()])
  })

  test('new clips follow in the given order, and a repeated call adds nothing', async () => {
    const { ids, maker, add, aCollection, clipsOf } = await shop(4)
    const [a, b, c, d] = ids as [number, number, number, number]
    await aCollection('Quiet Rain', [c, a])
    expect(await add(maker, d, a, b, d)).toMatchObject({ name: 'Quiet Rain', added: 2 })
    expect(await add(maker, d, a, b, d)).toMatchObject({ added: 0 })
    expect(await clipsOf()).toEqual([c, a, d, b])
  })

  test('a clip that is hidden meanwhile keeps its place', async () => {
    const { deps, ids, maker, add, aCollection, clipsOf } = await shop(3)
    const [a, b, c] = ids as [number, number, number]
    await aCollection('Quiet Rain', [a, b])
    const state = (to: 'hidden' | 'published') =>
      deps.db.updateTable('library').set({ state: to }).where('id', '=', b).execute()
    await state('hidden')
    await add(maker, c)
    expect(await clipsOf()).toEqual([a, c])
    await state('published')
    expect(await clipsOf()).toEqual([a, b, c])
  })

  test('a promotion takes clips too, and keeps its expiry', async () => {
    const { deps, ids, admin, aPromotion } = await shop(2)
    const { expiry } = await aPromotion('Autumn', ids.slice(0, 1))
    const change = { set: 'autumn', by: admin, change: { added_ids: ids } }
    expect(await changeSet(deps, 'promotion', change)).toMatchObject({ expiry, added: 1 })
    expect((await getPromotion(deps, 'autumn')).sources).toHaveLength(2)
  })

  test('beyond 200 clips, or with an unknown one, nothing is added', async () => {
    const { deps, ids, maker, add, aCollection, clipsOf } = await shop(200)
    await aCollection('Quiet Rain', ids.slice(1))
    const { id } = await aClip(deps.db)
    await expect(add(maker, ids[0]!, id)).rejects.toMatchObject({ code: 'setFull' })
    await expect(add(maker, 987_654)).rejects.toMatchObject({ code: 'badClips' })
    expect(await clipsOf()).toEqual(ids.slice(1))
    expect(await add(maker, ...ids)).toMatchObject({ added: 1 })
    await expect(add(maker, id)).rejects.toMatchObject({ code: 'setFull' })
    expect(await add(maker, ...ids)).toMatchObject({ added: 0 })
  })
})
