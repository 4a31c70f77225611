import sharp from 'sharp'
import { expect, test } from 'vitest'
import { DEFAULT_SHOP } from '#contract/shop/default-shop.ts'
import { withSetting } from '#domain/shop/setting-paths.ts'
import type { Db } from '#server/db/schema.ts'
import type { Storage } from '#server/media/storage.ts'
import { describeEachDatabase } from '../../../tests/support/database/databases.ts'
import { aUser } from '../../../tests/support/database/rows.ts'
import { watchedLogger } from '../../../tests/support/leaks/watched-log.ts'
import { operatorEnvironment, parseConfig } from '../config/config.ts'
import { addPicture } from './pictures.ts'
import { saveDraft } from './versions.ts'

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20"><path d="M0 0h40v20z"/></svg>'

/** Deps with a store that keeps bytes by key. */
function shopOn(db: Db) {
  const stored = new Map<string, Buffer>()
  const clock = { at: Date.parse('2026-11-26T09:00:00.000Z') }
  const storage = {
    put: async (key: string, bytes: Buffer) => void stored.set(key, bytes),
    delete: async (key: string) => void stored.delete(key),
  } as unknown as Storage
  const { site } = parseConfig(operatorEnvironment({ SITE_URL: 'https://nagare.example' }))
  const deps = { db, storage, site, log: watchedLogger(), now: () => new Date(clock.at) }
  const add = (use: 'logo' | 'icon' | 'card' | 'wide', bytes: Buffer | string) =>
    addPicture(deps, { use, bytes: Buffer.from(bytes).toString('base64') })
  return { deps, stored, clock, add }
}

const noise = (width: number, height: number, seed: number) => {
  const raw = Buffer.alloc(width * height * 3)
  let state = seed
  for (let at = 0; at < raw.length; at++) {
    state = (state * 1_103_515_245 + 12_345) & 0x7fffffff
    raw[at] = state >> 16
  }
  return sharp(raw, { raw: { width, height, channels: 3 } })
}

describeEachDatabase('pictures of the shop', (open) => {
  test('are encoded anew within their size, without what else was in the file', async () => {
    const { add, stored } = shopOn(await open())
    const photo = await noise(3000, 1000, 1)
      .withExif({ IFD0: { Artist: 'Somebody' } })
      .jpeg()
      .toBuffer()
    const { name } = await add('wide', photo)
    expect(name).toMatch(/^[0-9a-f]{32}-2400x800\.jpg$/)
    const kept = await sharp(stored.get(`shop/${name}`)).metadata()
    expect(kept).toMatchObject({ width: 2400, height: 800, format: 'jpeg' })
    expect(kept.exif).toBeUndefined()
    expect((await add('card', photo)).name).toMatch(/-1200x630\.jpg$/)
    expect((await add('logo', await noise(300, 90, 1).png().toBuffer())).name).toMatch(/-300x90\.png$/)
    expect((await add('logo', SVG)).name).toMatch(/-40x20\.svg$/)
    expect((await add('logo', `\uFEFF  ${SVG}`)).name).toMatch(/-40x20\.svg$/)
  })

  test('an icon becomes squares for tabs and home screens', async () => {
    const { add, stored } = shopOn(await open())
    const { name } = await add('icon', SVG)
    const content = name.split('-')[0]
    const sizes = [32, 180, 192, 512].map((side) => `shop/${content}-${side}.png`)
    expect([...stored.keys()].toSorted()).toEqual([`shop/${name}`, ...sizes].toSorted())
    for (const [at, key] of sizes.entries()) {
      const side = [32, 180, 192, 512][at]
      expect(await sharp(stored.get(key)).metadata()).toMatchObject({ width: side, height: side })
    }
  })

  test('what is no picture, or would need a gigabyte to decode, is refused, and nothing is kept', async () => {
    const { add, stored, deps } = shopOn(await open())
    // 50 megapixels of one colour, in a few kilobytes.
    const bomb = await sharp({ create: { width: 10_000, height: 5_000, channels: 3, background: '#000' } })
      .png({ compressionLevel: 9 })
      .toBuffer()
    expect(bomb.length).toBeLessThan(500_000)
    const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')
    const png = await noise(50, 50, 1).png().toBuffer()
    for (const bytes of [
      '',
      'hello',
      '<html></html>',
      bomb,
      gif,
      png.subarray(0, 800),
      '%PDF-1.7\0',
      SVG.replace('<path', '<!ENTITY x "y"><path'),
    ])
      await expect(add('logo', bytes)).rejects.toMatchObject({ code: 'pictureInvalid' })
    await expect(add('card', SVG)).rejects.toMatchObject({ code: 'pictureInvalid' })
    expect(stored.size).toBe(0)
    expect(await deps.db.selectFrom('shop_pictures').selectAll().execute()).toEqual([])
  })

  test('take 10 MB in all; unused ones of former days make room', async () => {
    const { add, stored, clock, deps } = shopOn(await open())
    const names: string[] = []
    for (let seed = 1; seed <= 3; seed++) {
      names.push((await add('wide', await noise(60, 40, seed).png().toBuffer())).name)
      await deps.db.updateTable('shop_pictures').set({ bytes: 3_333_000 }).execute()
    }
    const another = await noise(60, 40, 9).png().toBuffer()
    await expect(add('wide', another)).rejects.toMatchObject({ code: 'picturesFull' })
    const by = { id: await aUser(deps.db), membership: 'free', role: 'admin' } as const
    const settings = withSetting(DEFAULT_SHOP, 'home.picture', names[1])
    await saveDraft(deps, by, { settings, revision: 0 })
    clock.at += 25 * 60 * 60_000
    const { name } = await add('wide', another)
    expect([...stored.keys()].toSorted()).toEqual([`shop/${names[1]}`, `shop/${name}`].toSorted())
  })

  test('settings name only pictures that were sent, and own CSS that stays in its layer', async () => {
    const { deps } = shopOn(await open())
    const by = { id: await aUser(deps.db), membership: 'free', role: 'admin' } as const
    const unknown = `${'0'.repeat(32)}-40x20.svg`
    const settings = withSetting(withSetting(DEFAULT_SHOP, 'identity.logo', unknown), 'look.css', '} html{}')
    await expect(saveDraft(deps, by, { settings, revision: 0 })).rejects.toMatchObject({
      fields: {
        problems: [
          { path: 'identity.logo', code: 'badPicture' },
          { path: 'look.css', code: 'badCss' },
        ],
      },
    })
    expect(await deps.db.selectFrom('shop_drafts').selectAll().execute()).toEqual([])
  })
})
