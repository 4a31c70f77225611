import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Deps } from '#server/deps.ts'
import { openDiskStorage } from '#server/media/disk-storage.ts'
import { accessOf } from '#server/media/storage-key.ts'
import { describePlainSql } from '../../../../tests/support/database/databases.ts'
import { setShop } from '../../../../tests/support/shop/set-shop.ts'
import { removeQueuedFiles } from '../../../../tests/support/storage/remove-queued-files.ts'
import { removeClip } from '../../library/remove-clip.ts'
import { deleteSet, removeFromSet } from '../change-set.ts'
import { getPromotion } from '../find-set.ts'
import { sheetJob } from './sheet-job.ts'

let root: string
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'nagare-sheets-'))
})
afterAll(() => rm(root, { recursive: true, force: true }))

const COLORS = '#c00000 #00c000 #0000c0 #c0c000 #00c0c0 #c000c0 #808080 #ffffff #000000'.split(' ')

/** Posters of one colour each, made once. */
const posters = new Map<string, Promise<Buffer>>()

function poster(background: string, width: number): Promise<Buffer> {
  const height = Math.round((width * 9) / 16)
  const key = `${background} ${width}`
  const made =
    posters.get(key) ??
    sharp({ create: { width, height, channels: 3, background } })
      .jpeg()
      .toBuffer()
  posters.set(key, made)
  return made
}

describePlainSql('sheets of sets', (open) => {
  async function shop() {
    const made = await setShop(await open(), { clips: COLORS.length })
    const { db } = made.deps
    const folder = await mkdtemp(join(root, 'store-'))
    const storage = await openDiskStorage(folder, { keys: ['k'.repeat(43)], now: made.deps.now })
    const medias = await db.selectFrom('medias').select('poster_base').orderBy('source_id').execute()
    for (const [index, { poster_base }] of medias.entries())
      for (const width of [240, 480, 960]) {
        const bytes = await poster(COLORS[index]!, width)
        await storage.put(`${poster_base.replace('/media/', '')}/${width}.jpg`, bytes, 'image/jpeg')
      }
    const deps = made.withStorage(storage) as unknown as Deps & typeof made.deps
    /** Runs the queued jobs, each `times` times. */
    const work = async (times = 1) => {
      const queued = db.selectFrom('jobs').select(['id', 'payload']).where('kind', '=', sheetJob.kind)
      const jobs = await queued.orderBy('id').execute()
      const signal = new AbortController().signal
      for (const { id, payload } of jobs) {
        for (let done = 0; done < times; done++)
          await sheetJob.run(deps, JSON.parse(payload), { id, attempts: 1, signal })
        await db.deleteFrom('jobs').where('id', '=', id).execute()
      }
      await removeQueuedFiles(deps)
      return jobs.length
    }
    const sheets = async () => {
      const keys: string[] = []
      for await (const key of storage.list('sheet')) keys.push(`/media/${key}`)
      return keys
    }
    return { ...made, deps, storage, work, sheets }
  }

  const image = async (promotion: { og_image_url: string }, { storage }: Pick<Deps, 'storage'>) =>
    sharp(await buffer(await storage.read(promotion.og_image_url.replace('/media/', ''))))

  test('a new set is shown by its first poster, then by a sheet of the first eight', async () => {
    const { deps, work, sheets, aPromotion } = await shop()
    await aPromotion('Autumn')
    const before = await getPromotion(deps, 'autumn')
    expect(before.og_image_url).toBe(before.sources[0]!.media.thumbnail_url)
    await work(2)
    const promotion = await getPromotion(deps, 'autumn')
    expect(await sheets()).toEqual([promotion.og_image_url])
    expect(accessOf(promotion.og_image_url.replace('/media/', ''))).toBe('public')
    const sheet = await image(promotion, deps)
    expect(await sheet.metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 })
    const { data, info } = await sheet.raw().toBuffer({ resolveWithObject: true })
    const at = (x: number, y: number) => [
      ...data.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3),
    ]
    for (const [index, color] of COLORS.slice(0, 8).entries()) {
      const [r, g, b] = at(150 + (index % 4) * 300, index < 4 ? 157 : 472) as [number, number, number]
      const wanted = [1, 3, 5].map((from) => Number.parseInt(color.slice(from, from + 2), 16))
      for (const [channel, value] of [r, g, b].entries())
        expect(Math.abs(value - wanted[channel]!)).toBeLessThan(12)
    }
  })

  test('each of two sheets shows its own set’s clips', async () => {
    const { deps, ids, work, aPromotion, aCollection } = await shop()
    await aPromotion('Red', ids.slice(0, 1))
    await aPromotion('Green', ids.slice(1, 2))
    await aCollection('Blue', ids.slice(2, 3))
    await work()
    for (const [slug, channel] of [
      ['red', 'r'],
      ['green', 'g'],
    ] as const) {
      const { dominant } = await (await image(await getPromotion(deps, slug), deps)).stats()
      expect(dominant[channel], slug).toBeGreaterThan(160)
      expect(dominant.r + dominant.g + dominant.b - dominant[channel], slug).toBeLessThan(40)
    }
  })

  test('a removed clip leaves the sheet, and the old sheet is deleted', async () => {
    const { deps, ids, maker, work, sheets, aPromotion } = await shop()
    await aPromotion('Autumn')
    await work()
    const [old] = await sheets()
    await removeFromSet(deps, 'promotion', { set: 'autumn', source: ids[0]!, by: maker })
    expect(await work()).toBe(1)
    const promotion = await getPromotion(deps, 'autumn')
    expect(promotion.og_image_url).not.toBe(old)
    expect(await sheets()).toEqual([promotion.og_image_url])
  })

  test('removing a ninth clip changes nothing, and an empty set has no sheet', async () => {
    const { deps, ids, maker, work, sheets, aPromotion } = await shop()
    await aPromotion('Autumn')
    await work()
    const before = await sheets()
    await removeFromSet(deps, 'promotion', { set: 'autumn', source: ids[8]!, by: maker })
    await work()
    expect(await sheets()).toEqual(before)
    for (const source of ids.slice(0, 8))
      await removeFromSet(deps, 'promotion', { set: 'autumn', source, by: maker })
    await work()
    expect((await getPromotion(deps, 'autumn')).og_image_url).toBe('')
    expect(await sheets()).toEqual([])
  })

  test('a deleted clip leaves the sheets of all its sets', async () => {
    const { deps, ids, work, sheets, aPromotion, aCollection } = await shop()
    await aPromotion('Autumn', ids.slice(0, 2))
    await aCollection('Autumn', ids.slice(0, 2))
    await aPromotion('Winter', ids.slice(2, 4))
    await work()
    const before = await sheets()
    await removeClip(deps, ids[0]!)
    expect(await work()).toBe(2)
    const after = await sheets()
    expect(after).toHaveLength(3)
    expect(after.filter((url) => before.includes(url))).toHaveLength(1)
  })

  test('a deleted set leaves no sheet', async () => {
    const { deps, maker, work, sheets, aPromotion } = await shop()
    await aPromotion('Autumn')
    await work()
    expect(await sheets()).toHaveLength(1)
    await deleteSet(deps, 'promotion', { set: 'autumn', by: maker })
    await work(2)
    expect(await sheets()).toEqual([])
  })

  test('a set that changes while its sheet is drawn does not get the outdated one', async () => {
    const { deps, ids, maker, storage, work, sheets, aPromotion } = await shop()
    await aPromotion('Autumn')
    const put = storage.put.bind(storage)
    let changed = false
    storage.put = async (...given) => {
      await put(...given)
      if (changed) return
      changed = true
      await removeFromSet(deps, 'promotion', { set: 'autumn', source: ids[0]!, by: maker })
    }
    await work()
    expect(await sheets()).toEqual([])
    const { og_image_url, sources } = await getPromotion(deps, 'autumn')
    expect(og_image_url).toBe(sources[0]!.media.thumbnail_url)
    await work()
    expect(await sheets()).toEqual([(await getPromotion(deps, 'autumn')).og_image_url])
  })

  test('a missing poster shows its colour; a missing set is no failure', async () => {
    const { deps, ids, storage, work, sheets, aPromotion } = await shop()
    await aPromotion('Autumn', ids.slice(0, 1))
    for await (const key of storage.list('poster')) await storage.delete(key)
    await work()
    const { dominant } = await (await image(await getPromotion(deps, 'autumn'), deps)).stats()
    expect(Math.abs(dominant.r - 0x80)).toBeLessThan(16)
    await aPromotion('Winter', ids.slice(0, 1))
    await deps.db.deleteFrom('promotions').where('slug', '=', 'winter').execute()
    await work()
    expect(await sheets()).toHaveLength(1)
  })
})
