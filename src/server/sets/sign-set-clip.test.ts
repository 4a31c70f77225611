import { expect, test } from 'vitest'
import { signMediaPath } from '#server/media/signed-url.ts'
import { describeEachDatabase } from '../../../tests/support/database/databases.ts'
import { aUser } from '../../../tests/support/database/rows.ts'
import { setShop } from '../../../tests/support/shop/set-shop.ts'
import { removeFromSet } from './change-set.ts'
import { listSets } from './list-sets.ts'
import { endPromotion } from './promotion-expiry.ts'
import {
  downloadFromCollection,
  downloadFromPromotion,
  playFromCollection,
  playFromPromotion,
} from './sign-set-clip.ts'

describeEachDatabase('signing clips of sets', (open) => {
  async function shop() {
    const made = await setShop(await open())
    const signing = { keys: ['k'.repeat(43)], now: made.deps.now }
    const deps = made.withStorage({
      signedUrl: async (...asked: [string, never]) => signMediaPath(signing, ...asked),
    } as never)
    const asked = (set: string, index = 0) => ({
      set,
      source: made.ids[index]!,
      filepath: made.cloudpaths[index]!,
    })
    const person = async () => ({ id: await aUser(deps.db), membership: 'free' }) as const
    return { ...made, deps, asked, person }
  }

  test.each([
    [600_000, 300],
    [300_000, 300],
    [299_999, 299],
    [60_500, 60],
    [1_000, 1],
  ])('%i ms before its end a promotion gives links of %i s', async (msLeft, seconds) => {
    const { deps, clock, asked, person, aPromotion } = await shop()
    const { expiry } = await aPromotion('Autumn')
    clock.at = Date.parse(expiry!) - msLeft
    const taken = await downloadFromPromotion(deps, await person(), asked('autumn'))
    const played = await playFromPromotion(deps, asked('autumn'))
    expect([taken.expires_in, played.expires_in]).toEqual([seconds, seconds])
    for (const { url } of [taken, played])
      expect(Number(/exp=(\d+)/.exec(url)![1]) * 1000).toBeLessThanOrEqual(Date.parse(expiry!))
  })

  test.each([999, 1, 0, -1])('%i ms before its end it gives no link and no licence', async (msLeft) => {
    const { deps, clock, asked, person, aPromotion } = await shop()
    const { expiry } = await aPromotion('Autumn')
    clock.at = Date.parse(expiry!) - msLeft
    const ended = { code: 'promotionEnded' }
    await expect(downloadFromPromotion(deps, await person(), asked('autumn'))).rejects.toMatchObject(ended)
    await expect(playFromPromotion(deps, asked('autumn'))).rejects.toMatchObject(ended)
    expect(await deps.db.selectFrom('downloads').selectAll().execute()).toEqual([])
  })

  test('each new licence counts for its set, and ten concurrent clicks are one', async () => {
    const { deps, asked, person, aPromotion, aCollection, maker } = await shop()
    await aPromotion('Autumn')
    await aPromotion('Winter')
    await aCollection('Autumn')
    const member = await person()
    await Promise.all(Array.from({ length: 10 }, () => downloadFromPromotion(deps, member, asked('autumn'))))
    await downloadFromPromotion(deps, await person(), asked('autumn'))
    await downloadFromCollection(deps, maker, asked('autumn', 1))
    const downloads = async (kind: 'promotion' | 'collection') =>
      (await listSets(deps, { kind, offset: 0 })).sets.map((line) => [line.name, line.downloads])
    expect(Object.fromEntries(await downloads('promotion'))).toEqual({ Autumn: 2, Winter: 0 })
    expect(await downloads('collection')).toEqual([['Autumn', 1]])
  })

  test('no set gives a clip of another set, or of none', async () => {
    const { deps, ids, asked, maker, aPromotion, aCollection } = await shop()
    for (const [index, name] of ['Autumn', 'Winter'].entries()) {
      await aPromotion(name, [ids[index]!])
      await aCollection(name, [ids[index]!])
    }
    const notFound = { code: 'mediaNotFound' }
    for (const index of [1, 2]) {
      await expect(playFromPromotion(deps, asked('autumn', index))).rejects.toMatchObject(notFound)
      await expect(playFromCollection(deps, maker, asked('autumn', index))).rejects.toMatchObject(notFound)
    }
  })

  test('a link of a curated set ends with its member’s right, one of a promotion with the promotion', async () => {
    const { deps, asked, maker, aPromotion, aCollection } = await shop()
    await aPromotion('Autumn')
    await aCollection('Autumn')
    const own = `&for=${maker.id}&`
    expect((await playFromCollection(deps, maker, asked('autumn'))).url).toContain(own)
    expect((await downloadFromCollection(deps, maker, asked('autumn'))).url).toContain(own)
    expect((await downloadFromPromotion(deps, maker, asked('autumn'))).url).not.toContain('&for=')
  })

  test('a removed clip or ended set gives no link', async () => {
    const { deps, ids, asked, maker, aPromotion } = await shop()
    await aPromotion('Autumn')
    await removeFromSet(deps, 'promotion', { set: 'autumn', source: ids[0]!, by: maker })
    await expect(playFromPromotion(deps, asked('autumn'))).rejects.toMatchObject({ code: 'mediaNotFound' })
    await playFromPromotion(deps, asked('autumn', 1))
    await endPromotion(deps, maker, 'autumn')
    await expect(playFromPromotion(deps, asked('autumn', 1))).rejects.toMatchObject({
      code: 'promotionEnded',
    })
  })
})
