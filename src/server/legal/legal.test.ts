import { expect, test } from 'vitest'
import { DEFAULT_SHOP } from '#contract/shop/default-shop.ts'
import type { ShopSettings } from '#contract/shop/shop-settings.ts'
import { withSetting } from '#domain/shop/setting-paths.ts'
import type { Db } from '#server/db/schema.ts'
import { tellMembers, writeLegalMail } from '#server/shop/legal-notice.ts'
import { publishDraft, readDraft, restoreVersion, saveDraft } from '#server/shop/versions.ts'
import { describeEachDatabase } from '../../../tests/support/database/databases.ts'
import { aUser } from '../../../tests/support/database/rows.ts'
import { watchedLogger } from '../../../tests/support/leaks/watched-log.ts'
import { operatorEnvironment, parseConfig } from '../config/config.ts'
import { legalDays, readLegal } from './legal.ts'

async function aShop(db: Db) {
  const clock = { at: '2026-11-26T09:00:00.000Z' }
  const { site } = parseConfig(operatorEnvironment({ SITE_URL: 'https://nagare.example' }))
  const deps = { db, site, log: watchedLogger(), now: () => new Date(clock.at) }
  const by = { id: await aUser(db), membership: 'free', role: 'admin' } as const
  const publish = async (changes: Record<string, unknown>) => {
    const { settings, revision } = await readDraft(deps)
    const changed = Object.entries(changes).reduce<ShopSettings>(
      (tree, [path, value]) => withSetting(tree, path, value),
      settings,
    )
    await publishDraft(deps, by, await saveDraft(deps, by, { settings: changed, revision }))
  }
  return { deps, by, clock, publish }
}
const laterDay = (what: string, document = 'terms') => ({
  code: 'shopInvalid',
  fields: { problems: [{ path: `legal.${document}`, code: 'needsLaterDay', what }] },
})
const LEAD = 'words.terms.lead.en'

describeEachDatabase('versions of legal texts', (open) => {
  test('a changed text holds from its day, after time to tell members; what held stays readable', async () => {
    const db = await open()
    const { deps, clock, publish } = await aShop(db)
    await publish({ 'identity.name': 'Hoshi' })
    expect(await legalDays(db, 'terms', deps.now())).toEqual({ days: [], held: undefined })
    await expect(publish({ [LEAD]: 'New.' })).rejects.toMatchObject(laterDay('2026-12-26'))
    await expect(publish({ [LEAD]: 'New.', 'legal.terms': '2026-12-25' })).rejects.toMatchObject(
      laterDay('2026-12-26'),
    )
    expect(await db.selectFrom('legal_versions').selectAll().execute()).toEqual([])
    // Ours are one text: the licence is a part of the terms.
    await publish({ [LEAD]: 'New.', 'words.licence.lead.ja': '新。', 'legal.terms': '2026-12-26' })
    expect(await legalDays(db, 'terms', deps.now())).toEqual({
      days: ['2026-12-26', '2024-12-01'],
      held: '2024-12-01',
    })
    const read = async (day?: string) => (await readLegal(deps, 'terms', day)).version?.texts
    expect((await read())?.en.terms).not.toMatchObject({ lead: 'New.' })
    expect((await read('2026-12-26'))?.en.terms).toMatchObject({ lead: 'New.' })
    expect((await read('2026-12-26'))?.ja.licence).toMatchObject({ lead: '新。' })
    expect(await read('2025-01-01')).toBeUndefined()
    // Before anybody was told, the coming one is replaced; another setting leaves it alone.
    await publish({ [LEAD]: 'Newer.', 'legal.terms': '2027-01-15' })
    await publish({ 'identity.name': 'Tsuki' })
    expect((await legalDays(db, 'terms', deps.now())).days).toEqual(['2027-01-15', '2024-12-01'])
    clock.at = '2027-01-15T00:00:00.000Z'
    expect((await read())?.en.terms).toMatchObject({ lead: 'Newer.' })
    // What holds cannot be changed under the same day.
    await expect(publish({ [LEAD]: 'Other.' })).rejects.toMatchObject(laterDay('2027-02-14'))
    await publish({ 'legal.noticeDays': 0, [LEAD]: 'Other.', 'legal.terms': '2027-01-16' })
    expect((await legalDays(db, 'terms', deps.now())).held).toBe('2027-01-15')
    expect((await legalDays(db, 'privacy', deps.now())).days).toEqual([])
  })

  test('taking a change back takes the coming version back, and a former version brings no legal text', async () => {
    const db = await open()
    const { deps, by, publish } = await aShop(db)
    await publish({ 'identity.name': 'Hoshi' })
    await publish({ 'words.privacy.lead.ja': '新。', 'legal.privacy': '2027-01-01' })
    const { revision } = await readDraft(deps)
    await restoreVersion(deps, by, { number: 1, revision })
    expect((await readDraft(deps)).settings.words).toEqual({ privacy: { lead: { ja: '新。' } } })
    expect((await legalDays(db, 'privacy', deps.now())).days).toEqual(['2027-01-01', '2024-12-01'])
    const draft = await readDraft(deps)
    await publishDraft(
      deps,
      by,
      await saveDraft(deps, by, { settings: DEFAULT_SHOP, revision: draft.revision }),
    )
    expect((await legalDays(db, 'privacy', deps.now())).days).toEqual(['2024-12-01'])
  })

  test('each member is told once, in time, whatever happens in between', async () => {
    const db = await open()
    const { deps, clock, publish } = await aShop(db)
    for (let made = 0; made < 204; made++) await aUser(db)
    await publish({ [LEAD]: 'New.', 'legal.terms': '2027-01-15' })
    const queued = async () => {
      const rows = await db.selectFrom('jobs').select('payload').where('kind', '=', 'mail').execute()
      return rows.map(({ payload }) => JSON.parse(String(payload)).userId as number)
    }
    await tellMembers(deps)
    expect(await queued()).toEqual([])
    clock.at = '2026-12-16T00:00:00.000Z'
    // It is killed after the first transaction.
    let asked = 0
    const killed = {
      throwIfAborted: () => {
        if (asked++ > 0) throw new Error('killed')
      },
    } as AbortSignal
    await expect(tellMembers(deps, killed)).rejects.toThrow('killed')
    expect((await queued()).length).toBe(100)
    await tellMembers(deps)
    await tellMembers(deps)
    const all = await db.selectFrom('users').select('id').orderBy('id').execute()
    expect((await queued()).toSorted((a, b) => a - b)).toEqual(all.map(({ id }) => id))
    // Who comes later is told, too.
    const late = await aUser(db, { email: 'late@mail.example', locale: 'ja' })
    await tellMembers(deps)
    expect((await queued()).filter((id) => id === late)).toEqual([late])
    const order = { mail: 'legalChange', document: 'terms', effective: '2027-01-15', userId: late } as const
    const mail = await writeLegalMail(deps, order)
    expect(mail?.to).toBe('late@mail.example')
    expect(mail?.letter.link.url).toBe('https://nagare.example/ja/terms/2027-01-15')
    expect(await writeLegalMail(deps, { ...order, userId: 9999 })).toBeUndefined()
    // Members know of it, so it stays as it is.
    await expect(publish({ [LEAD]: 'Other.', 'legal.terms': '2027-01-15' })).rejects.toMatchObject(
      laterDay('2027-01-16'),
    )
  })
})
