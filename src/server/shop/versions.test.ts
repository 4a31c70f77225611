import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { DEFAULT_SHOP } from '#contract/shop/default-shop.ts'
import { ShopSettings } from '#contract/shop/shop-settings.ts'
import { changedPaths, leavesOf, withSetting } from '#domain/shop/setting-paths.ts'
import type { Db } from '#server/db/schema.ts'
import { describeEachDatabase } from '../../../tests/support/database/databases.ts'
import { aUser } from '../../../tests/support/database/rows.ts'
import { watchedLogger } from '../../../tests/support/leaks/watched-log.ts'
import { operatorEnvironment, parseConfig } from '../config/config.ts'
import { followShop } from './live-shop.ts'
import { documentOf, outdatedBases, settingsOf } from './shop-document.ts'
import { publishDraft, readDraft, restoreVersion, saveDraft, studioShop } from './versions.ts'

/** A process of the shop. */
function processOn(db: Db, env: Record<string, string> = {}) {
  const logged: string[] = []
  const { site } = parseConfig(operatorEnvironment({ SITE_URL: 'https://nagare.example', ...env }))
  const log = watchedLogger('trace', { write: (line) => logged.push(line) })
  const storage = { stat: async () => ({}) } as never
  const deps = { db, log, site, storage, now: () => new Date('2026-11-26T09:00:00.000Z') }
  return { deps, logged, refresh: followShop(deps) }
}

const admin = (id: number) => ({ id, membership: 'free', role: 'admin' }) as const
const named = (name: string, settings: ShopSettings = DEFAULT_SHOP) =>
  withSetting(settings, 'identity.name', name)

const both = (text: string) => ({ en: text, ja: text })
const PAGE = {
  ...{ address: 'about-us', title: both('About'), text: both('Us, {siteName}. [Prices](/pricing) {#x}') },
  ...{ picture: both(''), inFooter: true },
}

test('the default is what its schema takes, and each field of the form has a label in both languages', () => {
  expect(ShopSettings.parse(DEFAULT_SHOP)).toEqual(DEFAULT_SHOP)
  const lacking: string[] = []
  interface Node {
    label?: { en: string; ja: string }
    kind?: string
    properties?: Record<string, Node>
    items?: Node
  }
  const walk = (node: Node, path: string) => {
    for (const [key, inner] of Object.entries(node.properties ?? {})) {
      if (!inner.label?.en || !inner.label.ja) lacking.push(`${path}${key}`)
      if (inner.kind !== 'texts') walk(inner.items ?? inner, `${path}${key}.`)
    }
  }
  walk(ShopSettings.toJSONSchema({ io: 'input' }) as Node, '')
  expect(lacking).toEqual([])
})

test('a document holds only what differs, and remembers from which default', () => {
  const document = documentOf(named('Hoshi'))
  expect(document.values).toEqual({ identity: { name: 'Hoshi' } })
  expect(settingsOf(document)).toEqual(named('Hoshi'))
  expect(outdatedBases(document)).toEqual([])
  const older = { ...document, bases: { 'identity.name': 'the hash of a former default' } }
  expect(outdatedBases(older)).toEqual(['identity.name'])
  // Another change leaves it outdated; changing the text itself does not.
  const other = withSetting(named('Hoshi'), 'home.title.en', 'Stars')
  expect(outdatedBases(documentOf(other, older))).toEqual(['identity.name'])
  expect(outdatedBases(documentOf(named('Tsuki'), older))).toEqual([])
  expect(documentOf(DEFAULT_SHOP, older)).toEqual({ values: {}, bases: {} })
})

test.each<[string, string, unknown]>([
  ['identity.name', 'empty', ''],
  ['identity.name', 'notPlain', '<script>'],
  ['identity.name', 'notPlain', 'Moc\u202Eegaro'],
  ['identity.tagline.ja', 'tooLong', 'x'.repeat(1_000_000)],
  ['home.lead.en', 'unknownPlaceholder', 'Buy {everything} now'],
  ['contact.formUrl', 'badLink', 'javascript:alert(1)'],
  ['pages.0.text.en', 'badLink', 'See [this](javascript:alert(1))'],
  ['pages.0.text.en', 'badLink', 'See [this](//elsewhere.example)'],
  ['pages.0.text.en', 'badLink', 'See [this](data:text/html,x)'],
  ['pages.0.text.ja', 'notPlain', 'a <img src=x onerror=alert(1)>'],
  ['pages.0.text.ja', 'notPlain', 'a\u0000'],
  ['pages.0.text.ja', 'notPlain', 'a\u202Eb'],
  ['pages.0.text.ja', 'unknownPlaceholder', 'We are {nobody}'],
  ['pages.0.text.ja', 'unknownPlaceholder', '{licence: may}'],
  ['pages.0.text.ja', 'tooLong', 'x'.repeat(1_000_000)],
  ['pages.0.text.ja', 'empty', ' '],
  ['pages.0.address', 'badAddress', '../terms'],
  ['pages.0.address', 'badAddress', ''],
  ['pages', 'addressTwice', [0, 1].map(() => ({ ...PAGE }))],
  ['home.clip', 'badClip', '1; drop'],
  ['contact.email', 'badEmail', 'me@'],
  ['visitors.clipsPerPage', 'outOfRange', 5000],
  ['visitors.clipsPerPage', 'notWhole', null],
  ['claims.updates', 'invalid', 'hourly'],
])('%s: %s, and nothing is saved', async (path, code, value) => {
  const settings = withSetting({ ...DEFAULT_SHOP, pages: [PAGE] }, path, value)
  await expect(saveDraft({} as never, admin(1), { settings, revision: 0 })).rejects.toMatchObject({
    code: 'shopInvalid',
    fields: { problems: [{ path, code }] },
  })
})

describeEachDatabase('versions of the shop', (open) => {
  test('what is published reaches every process, and a former version can be brought back', async () => {
    const db = await open()
    const [here, there] = [processOn(db), processOn(db, { SITE_NAME: 'Umi', CONTACT_EMAIL: 'a@b.example' })]
    await Promise.all([here.refresh(), there.refresh()])
    // Without a version, each has what its environment says.
    expect([here.deps.site.name, there.deps.site.name]).toEqual(['Nagare', 'Umi'])
    const by = admin(await aUser(db, { name: 'Ryo' }))
    const { site } = here.deps
    const { revision } = await saveDraft(here.deps, by, { settings: named('Hoshi'), revision: 0 })
    await here.refresh()
    expect(site.name).toBe('Nagare')
    await publishDraft(here.deps, by, { revision })
    await Promise.all([here.refresh(), there.refresh()])
    expect(site).toMatchObject({ name: 'Hoshi', shop: named('Hoshi') })
    expect(there.deps.site).toMatchObject({ name: 'Hoshi', contact: { email: 'contact@nagare.example' } })
    expect(await db.selectFrom('invalidations').select('tag').execute()).toEqual([{ tag: 'everything' }])

    const second = await saveDraft(here.deps, by, { settings: named('Tsuki'), revision: revision + 1 })
    await publishDraft(here.deps, by, second)
    await here.refresh()
    expect(site.name).toBe('Tsuki')
    const [, first] = (await studioShop(here.deps)).versions
    const now = { revision: second.revision + 1 }
    await restoreVersion(here.deps, by, { number: first!.number, ...now })
    await Promise.all([here.refresh(), there.refresh()])
    expect([site.name, there.deps.site.name]).toEqual(['Hoshi', 'Hoshi'])
    const { versions, settings } = await studioShop(here.deps)
    expect(settings).toMatchObject(named('Hoshi'))
    expect(versions).toMatchObject([
      { by: 'Ryo', changed: ['identity.name'], restored: first!.number },
      { changed: ['identity.name'], restored: null },
      { changed: ['identity.name'], restored: null },
    ])
    const acts = await db.selectFrom('audit_records').select(['action', 'actor']).execute()
    expect(acts).toEqual(Array(3).fill({ action: 'shop.publish', actor: `user:${by.id}` }))
  })

  test('what the environment says becomes a part of the first version', async () => {
    const db = await open()
    const { deps } = processOn(db, { SITE_NAME: 'Umi' })
    const by = admin(await aUser(db))
    const { settings, revision } = await studioShop(deps)
    const saved = await saveDraft(deps, by, { settings: withSetting(settings, 'claims.clips', 12), revision })
    await publishDraft(deps, by, saved)
    const later = processOn(db)
    await later.refresh()
    expect(later.deps.site).toMatchObject({ name: 'Umi', claims: { clips: 12 } })
  })

  test('of two admins who edit at once, the second sees the first’s change before saving', async () => {
    const db = await open()
    const { deps } = processOn(db)
    const [ryo, mio] = [admin(await aUser(db, { name: 'Ryo' })), admin(await aUser(db, { name: 'Mio' }))]
    const outcomes = await Promise.allSettled([
      saveDraft(deps, ryo, { settings: named('Hoshi'), revision: 0 }),
      saveDraft(deps, mio, { settings: named('Tsuki'), revision: 0 }),
    ])
    const [won, lost] = outcomes.toSorted((a, b) => a.status.localeCompare(b.status))
    expect(won).toEqual({ status: 'fulfilled', value: { revision: 1 } })
    expect(lost).toMatchObject({ status: 'rejected', reason: { code: 'versionConflict' } })
    const { settings, by } = await readDraft(deps)
    expect([settings.identity.name, by]).toEqual(
      outcomes[0].status === 'fulfilled' ? ['Hoshi', 'Ryo'] : ['Tsuki', 'Mio'],
    )
    const old = { revision: 0 }
    for (const stale of [
      () => publishDraft(deps, mio, old),
      () => restoreVersion(deps, mio, { number: 1, ...old }),
    ])
      await expect(stale()).rejects.toMatchObject({ code: 'versionConflict' })
    await expect(restoreVersion(deps, mio, { number: 99, revision: 1 })).rejects.toMatchObject({
      code: 'notFound',
    })
    expect(await db.selectFrom('shop_versions').selectAll().execute()).toEqual([])
  })

  test('a publication that fails leaves the old version whole', async () => {
    const db = await open()
    const { deps, refresh } = processOn(db)
    const by = admin(await aUser(db))
    const saved = await saveDraft(deps, by, { settings: named('Hoshi'), revision: 0 })
    // The log is written last but one; afterwards the draft.
    await sql`drop table audit_records`.execute(db)
    await expect(publishDraft(deps, by, saved)).rejects.toThrow()
    await refresh()
    expect(deps.site.name).toBe('Nagare')
    for (const table of ['shop_versions', 'invalidations'] as const)
      expect(await db.selectFrom(table).selectAll().execute(), table).toEqual([])
    expect(await readDraft(deps)).toMatchObject({ revision: 1 })
  })

  test('a version broken by hand is logged, and the last good one holds', async () => {
    const db = await open()
    const { deps, refresh, logged } = processOn(db)
    const by = admin(await aUser(db))
    await publishDraft(deps, by, await saveDraft(deps, by, { settings: named('Hoshi'), revision: 0 }))
    const created = deps.now().toISOString()
    for (const document of ['{', 'null', '{"values":{"identity":{"name":7}},"bases":{}}', '{"values":3}'])
      await db
        .insertInto('shop_versions')
        .values({ document, changed: '[]', user_id: null, created })
        .execute()
    await refresh()
    expect(deps.site.name).toBe('Hoshi')
    expect(logged.filter((line) => line.includes('not readable'))).toHaveLength(4)
    await refresh()
    expect(logged.filter((line) => line.includes('not readable'))).toHaveLength(4)
  })

  test('a version is read once', async () => {
    const db = await open()
    const { deps, refresh } = processOn(db)
    const by = admin(await aUser(db))
    await publishDraft(deps, by, await saveDraft(deps, by, { settings: named('Hoshi'), revision: 0 }))
    const parse = vi.spyOn(ShopSettings, 'parse')
    await refresh()
    await refresh()
    expect(parse).toHaveBeenCalledTimes(1)
    parse.mockRestore()
  })
})

test('paths of changed settings name the leaves', () => {
  expect(changedPaths(DEFAULT_SHOP, named('Hoshi'))).toEqual(['identity.name'])
  expect(leavesOf({ a: { b: 1, c: [1] } })).toEqual(
    new Map([
      ['a.b', 1],
      ['a.c', [1]],
    ] as [string, unknown][]),
  )
})
