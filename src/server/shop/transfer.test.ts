import { Readable } from 'node:stream'
import JSZip from 'jszip'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { DEFAULT_SHOP } from '#contract/shop/default-shop.ts'
import { withSetting } from '#domain/shop/setting-paths.ts'
import type { Storage } from '#server/media/storage.ts'
import { describePlainSql, type TestDatabases } from '../../../tests/support/database/databases.ts'
import { aUser } from '../../../tests/support/database/rows.ts'
import { watchedLogger } from '../../../tests/support/leaks/watched-log.ts'
import { operatorEnvironment, parseConfig } from '../config/config.ts'
import { addPicture } from './pictures.ts'
import { exportShop, importShop } from './transfer.ts'
import { readDraft, saveDraft } from './versions.ts'

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20"><path d="M0 0h40v20z"/></svg>'

async function aPicture() {
  const create = { width: 64, height: 36, channels: 3, background: '#888' } as const
  return (await sharp({ create }).png().toBuffer()).toString('base64')
}

async function aShop(open: TestDatabases['open']) {
  const db = await open()
  const stored = new Map<string, Buffer>()
  const storage = {
    put: async (key: string, bytes: Buffer) => void stored.set(key, bytes),
    read: async (key: string) => Readable.from([stored.get(key)]),
  } as unknown as Storage
  const { site } = parseConfig(operatorEnvironment({ SITE_URL: 'https://nagare.example' }))
  const deps = { db, storage, site, log: watchedLogger(), now: () => new Date('2026-11-26T09:00:00.000Z') }
  return { deps, stored, by: { id: await aUser(db), membership: 'free', role: 'admin' } as const }
}

describePlainSql('the file of a shop', (open) => {
  test('has settings and pictures, and makes another shop the same', async () => {
    const [here, there] = [await aShop(open), await aShop(open)]
    const { name } = await addPicture(here.deps, { use: 'logo', bytes: Buffer.from(SVG).toString('base64') })
    const page = { address: 'about', title: { en: 'a', ja: 'b' }, text: { en: 'a', ja: 'b' }, inFooter: true }
    const wide = await addPicture(here.deps, { use: 'wide', bytes: await aPicture() })
    const pages = [{ ...page, picture: { en: '', ja: wide.name } }]
    const settings = withSetting(
      withSetting({ ...DEFAULT_SHOP, pages }, 'identity.logo', name),
      'home.title.ja',
      '星',
    )
    await saveDraft(here.deps, here.by, { settings, revision: 0 })
    const bytes = Buffer.from(await exportShop(here.deps)).toString('base64')
    expect(await importShop(there.deps, there.by, { bytes, revision: 0 })).toEqual({ revision: 1 })
    const theirs = (await readDraft(there.deps)).settings
    // It was encoded anew.
    const theirWide = theirs.pages[0]!.picture.ja
    expect(there.stored.has(`shop/${theirWide}`)).toBe(true)
    expect(theirs).toEqual(withSetting(settings, 'pages.0.picture.ja', theirWide))
    expect(there.stored.get(`shop/${name}`)?.toString()).toContain('M0 0h40v20z')
    await expect(importShop(there.deps, there.by, { bytes, revision: 0 })).rejects.toMatchObject({
      code: 'versionConflict',
    })
  })

  const zipOf = async (files: Record<string, string | Buffer>) => {
    const zip = new JSZip()
    for (const [path, content] of Object.entries(files)) zip.file(path, content)
    return zip.generateAsync({ type: 'base64', compression: 'DEFLATE' })
  }
  const logo = `${'a'.repeat(32)}-40x20.svg`
  const naming = JSON.stringify({ settings: { identity: { logo } } })

  test.each<[string, string, Record<string, string | Buffer> | undefined]>([
    ['no ZIP file', 'shopFileInvalid', undefined],
    ['a ZIP file of something else', 'shopFileInvalid', { 'a.txt': 'a' }],
    ['settings that are no JSON', 'shopFileInvalid', { 'shop.json': '{' }],
    ['settings that are not valid', 'shopInvalid', { 'shop.json': '{"settings":{"identity":{"name":""}}}' }],
    [
      'settings of a gigabyte, packed',
      'shopFileInvalid',
      { 'shop.json': `{"settings":{}}${' '.repeat(50_000_000)}` },
    ],
    ['a picture that is missing', 'shopInvalid', { 'shop.json': naming }],
    ['a picture that is none', 'pictureInvalid', { 'shop.json': naming, [`pictures/${logo}`]: 'hello' }],
  ])('%s is refused, and the draft stays', async (_, code, files) => {
    const { deps, by } = await aShop(open)
    const bytes = files ? await zipOf(files) : Buffer.from('hello').toString('base64')
    await expect(importShop(deps, by, { bytes, revision: 0 })).rejects.toMatchObject({ code })
    expect(await deps.db.selectFrom('shop_drafts').selectAll().execute()).toEqual([])
  })

  test('a drawing in it is cleaned', async () => {
    const { deps, by, stored } = await aShop(open)
    const hostile = SVG.replace('<path', '<script>alert(1)</script><path')
    const bytes = await zipOf({ 'shop.json': naming, [`pictures/${logo}`]: hostile })
    await importShop(deps, by, { bytes, revision: 0 })
    const { name } = { name: (await readDraft(deps)).settings.identity.logo }
    expect(name).not.toBe(logo)
    expect(stored.get(`shop/${name}`)?.toString()).not.toContain('script')
  })
})
