import { expect, test } from 'vitest'
import { LOOK_SIDE, lookOf } from '#domain/look/look.ts'
import type { Db } from '#server/db/schema.ts'
import { keepLook } from '#server/library/clip-look.ts'
import { indexSource } from '#server/search/index/reindex-sources.ts'
import { describeEachDatabase } from '../../../../tests/support/database/databases.ts'
import { publish, type SearchedText } from '../../../../tests/support/search-library.ts'
import { similarSources } from './similar-sources.ts'

type Rgb = [number, number, number]
const [SKY, SAND, NIGHT]: [Rgb, Rgb, Rgb] = [
  [90, 150, 220],
  [210, 180, 140],
  [20, 25, 60],
]

/** A picture with one colour above another. */
function picture(above: Rgb, below: Rgb, brighter = 0): Uint8Array {
  const pixel = (at: number) => (at < LOOK_SIDE ** 2 / 2 ? above : below).map((channel) => channel + brighter)
  return Uint8Array.from({ length: LOOK_SIDE ** 2 * 3 }, (_, at) => pixel(Math.floor(at / 3))[at % 3]!)
}

describeEachDatabase('clips that look alike', (open) => {
  async function aClipOf(db: Db, frame: Uint8Array, given: SearchedText): Promise<number> {
    const id = await publish(db, given)
    await db.transaction().execute(async (trx) => {
      await keepLook(trx, id, { poster_base: '', look: lookOf([frame]) })
      await indexSource(trx, id)
    })
    return id
  }

  const likest = async (db: Db, id: number) =>
    (await similarSources({ db }, { id, offset: 0 })).sources.map(({ title }) => title)

  test('come by look first and by words second, never with the clip itself', async () => {
    const db = await open()
    const id = await aClipOf(db, picture(SKY, SAND), { title: 'Beach', keywords: ['sea'], category: 'sea' })
    await aClipOf(db, picture(NIGHT, NIGHT), { title: 'Night', keywords: ['sea'], category: 'sea' })
    await aClipOf(db, picture(SAND, SKY), { title: 'Upside down', category: 'sea' })
    await aClipOf(db, picture(SKY, SAND, 6), { title: 'Shore', keywords: ['sea'], category: 'sea' })
    await aClipOf(db, picture(SKY, SAND, 6), { title: 'Desert', keywords: ['camel'], category: 'far' })
    expect(await likest(db, id)).toEqual(['Shore', 'Desert', 'Upside down', 'Night'])
  })

  test('are the related ones if nobody has looked at the clip', async () => {
    const db = await open()
    const id = await publish(db, { title: 'Unseen', keywords: ['fox'] })
    await publish(db, { title: 'Other' })
    await publish(db, { title: 'Fox', keywords: ['fox'] })
    expect((await likest(db, id))[0]).toBe('Fox')
  })

  test('come page by page, and not for a clip that does not exist', async () => {
    const db = await open()
    const ids: number[] = []
    for (let n = 0; n < 45; n++) ids.push(await aClipOf(db, picture(SKY, SAND, n), { title: `Beach ${n}` }))
    const first = await similarSources({ db }, { id: ids[20]!, offset: 0 })
    expect(first).toMatchObject({ total: 44, next_offset: 40 })
    const second = await similarSources({ db }, { id: ids[20]!, offset: 40 })
    expect(second.next_offset).toBeNull()
    const seen = [...first.sources, ...second.sources].map((clip) => clip.id)
    expect(new Set(seen)).toEqual(new Set(ids.filter((id) => id !== ids[20])))
    await expect(similarSources({ db }, { id: 999, offset: 0 })).rejects.toMatchObject({
      code: 'mediaNotFound',
    })
  })
})
