import { expect, test } from 'vitest'
import { describeEachDatabase } from '../../../tests/support/database/databases.ts'
import { aClip, aUser } from '../../../tests/support/database/rows.ts'
import { likeClip, listLikedClips, listLikes, unlikeClip } from './likes.ts'

describeEachDatabase('likes', (open) => {
  async function shop() {
    const db = await open()
    let second = 0
    const now = () => new Date(Date.UTC(2026, 10, 21, 0, 0, second++))
    const person = { id: await aUser(db), membership: 'free' } as const
    return { deps: { db, now }, person }
  }

  test('liking twice counts once, and unliking twice counts none', async () => {
    const { deps, person } = await shop()
    const [{ id }, { id: another }] = [await aClip(deps.db), await aClip(deps.db)]
    await likeClip(deps, person, another)
    expect(await likeClip(deps, person, id)).toEqual({ status: 'OK', likes: 1 })
    expect(await likeClip(deps, person, id)).toEqual({ status: 'OK', likes: 1 })
    const other = { id: await aUser(deps.db), membership: 'pro' } as const
    expect(await likeClip(deps, other, id)).toEqual({ status: 'OK', likes: 2 })
    expect(await unlikeClip(deps, person, id)).toEqual({ status: 'OK', likes: 1 })
    expect(await unlikeClip(deps, person, id)).toEqual({ status: 'OK', likes: 1 })
    expect(await listLikes(deps, person)).toEqual({ likes: [another] })
  })

  test('each change clears the page with the count', async () => {
    const { deps, person } = await shop()
    const { id } = await aClip(deps.db)
    for (const change of [likeClip, unlikeClip]) {
      await change(deps, person, id)
      const told = await deps.db.deleteFrom('invalidations').returning('tag').execute()
      expect(told, change.name).toEqual([{ tag: `clip:${id}` }])
    }
  })

  test('the same like twenty times at once is one', async () => {
    const { deps, person } = await shop()
    const { id } = await aClip(deps.db)
    await Promise.all(Array.from({ length: 20 }, () => likeClip(deps, person, id)))
    expect(await listLikes(deps, person)).toEqual({ likes: [id] })
  })

  test('a missing clip cannot be liked or unliked', async () => {
    const { deps, person } = await shop()
    const unknown = 987_654
    await expect(likeClip(deps, person, unknown)).rejects.toMatchObject({ code: 'mediaNotFound' })
    await expect(unlikeClip(deps, person, unknown)).rejects.toMatchObject({ code: 'mediaNotFound' })
    await expect(likeClip(deps, person, Number.MAX_SAFE_INTEGER)).rejects.toMatchObject({
      code: 'mediaNotFound',
    })
  })

  test('the latest like comes first, and nobody sees the likes of others', async () => {
    const { deps, person } = await shop()
    const ids = []
    for (let made = 0; made < 3; made++) ids.push((await aClip(deps.db)).id)
    for (const id of ids) await likeClip(deps, person, id)
    const other = { id: await aUser(deps.db), membership: 'free' } as const
    await likeClip(deps, other, ids[0]!)
    expect(await listLikes(deps, person)).toEqual({ likes: ids.toReversed() })
    expect(await listLikes(deps, other)).toEqual({ likes: [ids[0]] })
    const { sources, total } = await listLikedClips(deps, person, { offset: 0 })
    expect(sources.map(({ id }) => id)).toEqual(ids.toReversed())
    expect(sources[0]!.media.watermarked_url).toMatch(/^\/media\/watermarked\//)
    expect(total).toBe(3)
  })

  test('liked clips come forty a page, and a removed one is gone from the list', async () => {
    const { deps, person } = await shop()
    const ids = []
    for (let made = 0; made < 45; made++) ids.push((await aClip(deps.db)).id)
    for (const id of ids) await likeClip(deps, person, id)
    const first = await listLikedClips(deps, person, { offset: 0 })
    expect(first).toMatchObject({ offset: 0, next_offset: 40, total: 45 })
    const second = await listLikedClips(deps, person, { offset: 40 })
    expect(second).toMatchObject({ offset: 40, next_offset: null })
    expect([...first.sources, ...second.sources].map(({ id }) => id)).toEqual(ids.toReversed())
    await deps.db.deleteFrom('library').where('id', '=', ids[3]!).execute()
    expect(await listLikedClips(deps, person, { offset: 40 })).toMatchObject({ total: 44 })
  })
})
