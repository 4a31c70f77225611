import { EventEmitter } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Membership } from '#domain/membership/membership.ts'
import { insertAdmin } from '#server/db/admin-row.ts'
import { openRateLimits } from '#server/limits/rate-limits.ts'
import { openDiskStorage } from '#server/media/disk-storage.ts'
import { verifyMediaRequest } from '#server/media/signed-url.ts'
import { describeEachDatabase } from '../../../tests/support/database/databases.ts'
import { aClip, aUser } from '../../../tests/support/database/rows.ts'
import { signDownload, signPlayback, takeClip } from './sign-download.ts'

let root: string
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'nagare-downloads-'))
})
afterAll(() => rm(root, { recursive: true, force: true }))

const film = ({ cloudpath: filepath }: { cloudpath: string }) => ({ filepath, kind: 'film' as const })

describeEachDatabase('downloads', (open) => {
  async function shop() {
    const db = await open()
    const clock = { at: Date.parse('2026-11-21T09:00:00.000Z') }
    const now = () => new Date(clock.at)
    const signing = { keys: ['k'.repeat(32)], now }
    const asking = {
      rateLimits: openRateLimits(db),
      events: new EventEmitter<{ jobQueued: []; storageFull: [] }>(),
    }
    const deps = {
      db,
      now,
      site: { name: 'Nagare' },
      storage: await openDiskStorage(root, signing),
      ...asking,
    }
    const clip = await aClip(db, { source: { title: 'Torii' }, media: { file_name: 'torii.mp4' } })
    const person = async (membership: Membership) => ({ id: await aUser(db), membership })
    const licences = () => db.selectFrom('downloads').selectAll().orderBy('id').execute()
    return { deps, clock, clip, person, licences, signing }
  }

  test('a member gets a link of five minutes that saves the film under the product’s name', async () => {
    const { deps, clip, person, signing } = await shop()
    const member = await person('pro')
    const signed = await signDownload(deps, member, film(clip))
    expect(signed).toMatchObject({ expires_in: 300, file_name: 'nagare_torii.mp4' })
    expect(verifyMediaRequest(signing, 'GET', signed.url)).toEqual({
      key: clip.cloudpath,
      disposition: 'attachment',
      fileName: 'nagare_torii.mp4',
      holder: member.id,
      expires: Date.parse('2026-11-21T09:05:00Z') / 1000,
    })
  })

  test('a player gets the member’s link to the film, and no licence', async () => {
    const { deps, clip, person, licences, signing } = await shop()
    const member = await person('pro')
    const another = await aClip(deps.db)
    const url = await signPlayback(deps, member, another.id)
    expect(verifyMediaRequest(signing, 'GET', await signPlayback(deps, member, clip.id)).key).toBe(
      clip.cloudpath,
    )
    const shown = { key: another.cloudpath, disposition: 'inline', fileName: undefined, holder: member.id }
    expect(verifyMediaRequest(signing, 'GET', url)).toMatchObject(shown)
    expect(await licences()).toEqual([])
    const free = signPlayback(deps, await person('free'), clip.id)
    await expect(free).rejects.toMatchObject({ code: 'upgradeRequired' })
    await expect(signPlayback(deps, undefined, clip.id)).rejects.toMatchObject({ code: 'signInRequired' })
    await expect(signPlayback(deps, member, 987_654)).rejects.toMatchObject({ code: 'mediaNotFound' })
  })

  test('the licence has the facts of that moment', async () => {
    const { deps, clip, licences } = await shop()
    await aUser(deps.db, { name: 'Somebody else' })
    const id = await aUser(deps.db, { name: '葵 🌊' })
    const { licence } = await signDownload(deps, { id, membership: 'early_adopter' }, film(clip))
    await deps.db.updateTable('library').set({ title: 'Renamed' }).where('id', '=', clip.id).execute()
    await deps.db.updateTable('users').set({ name: 'Renamed' }).where('id', '=', id).execute()
    expect(await licences()).toMatchObject([
      {
        public_id: licence,
        user_id: id,
        clip_id: clip.id,
        clip_title: 'Torii',
        file_name: 'torii.mp4',
        plan: 'early_adopter',
        licensee_name: '葵 🌊',
        terms_version: '2024-12-01',
        via: 'clip',
        created: '2026-11-21T09:00:00.000Z',
      },
    ])
    expect(licence).toMatch(/^[0-9A-HJKMNP-TV-Z]{20}$/)
  })

  test('the admin downloads as the admin, with any membership', async () => {
    const { deps, clip, licences } = await shop()
    const created = deps.now().toISOString()
    const row = { name: 'Admin', email: 'a@b', email_normalised: 'a@b', password_hash: '$', created }
    await insertAdmin(deps.db, row)
    await signDownload(deps, { id: 1, membership: 'free', role: 'admin' }, film(clip))
    expect(await licences()).toMatchObject([{ user_id: 1, plan: 'admin' }])
  })

  test('a visitor must sign in and a free member upgrade, and neither gets a licence', async () => {
    const { deps, clip, person, licences } = await shop()
    await expect(signDownload(deps, undefined, film(clip))).rejects.toMatchObject({
      code: 'signInRequired',
    })
    await expect(signDownload(deps, await person('free'), film(clip))).rejects.toMatchObject({
      code: 'upgradeRequired',
    })
    expect(await licences()).toEqual([])
  })

  test.each([
    'full/none.mp4',
    '../../etc/passwd',
    '/etc/passwd',
    'full/',
    '',
    "' or 1=1 --",
    '%',
    'full/\0.mp4',
  ])('a file path that no clip has gives nothing: %s', async (filepath) => {
    const { deps, person, licences } = await shop()
    await expect(
      signDownload(deps, await person('pro'), film({ cloudpath: filepath })),
    ).rejects.toMatchObject({
      code: 'mediaNotFound',
    })
    expect(await licences()).toEqual([])
  })

  test('while the first link lives the same person and clip keep the licence', async () => {
    const { deps, clip, clock, person, licences } = await shop()
    const member = await person('pro')
    const first = await signDownload(deps, member, film(clip))
    clock.at += 299_999
    expect((await signDownload(deps, member, film(clip))).licence).toBe(first.licence)
    clock.at += 1
    expect((await signDownload(deps, member, film(clip))).licence).not.toBe(first.licence)
    const other = await signDownload(deps, await person('pro'), film(clip))
    expect(other.licence).not.toBe(first.licence)
    const upgraded = await signDownload(deps, { ...member, membership: 'early_adopter' }, film(clip))
    expect(upgraded.licence).not.toBe(first.licence)
    expect(await licences()).toHaveLength(4)
  })

  test('two clips at the same time are two licences', async () => {
    const { deps, clip, person, licences } = await shop()
    const member = await person('pro')
    const another = await aClip(deps.db)
    for (const { cloudpath } of [clip, another, clip]) await signDownload(deps, member, film({ cloudpath }))
    expect((await licences()).map(({ clip_id }) => clip_id)).toEqual([clip.id, another.id])
  })

  test('ten clicks at once are one licence', async () => {
    const { deps, clip, person, licences } = await shop()
    const member = await person('pro')
    const signed = await Promise.all(Array.from({ length: 10 }, () => signDownload(deps, member, film(clip))))
    expect(new Set(signed.map(({ licence }) => licence)).size).toBe(1)
    expect(await licences()).toHaveLength(1)
  })

  test('a clip from a promotion has a licence of its own', async () => {
    const { deps, person, licences, clip } = await shop()
    const member = await person('pro')
    await signDownload(deps, member, film(clip))
    const taken = {
      id: clip.id,
      title: 'Torii',
      title_ja: '',
      user_name: 'Nagare',
      license: 'x',
      license_type: 'commercial',
      ...{ ai: 1 as const, source_url_image: '', date_created: '' },
    } as const
    const file = { cloudpath: clip.cloudpath, file_name: 'torii.mp4', byte_size: 1 }
    let counted = 0
    const count = async () => void counted++
    const take = (via: 'promotion' | 'collection', viaName: string) =>
      takeClip(deps, member, { clip: { ...taken, ...file }, via, viaName, count })
    for (const viaName of ['Autumn', 'Winter', 'Autumn']) await take('promotion', viaName)
    await take('collection', 'Autumn')
    expect(counted, 'each licence once').toBe(3)
    expect((await licences()).map(({ via, via_name }) => [via, via_name])).toEqual([
      ['clip', ''],
      ['promotion', 'Autumn'],
      ['promotion', 'Winter'],
      ['collection', 'Autumn'],
    ])
  })

  test('without a licence row there is no link', async () => {
    const { deps, clip, licences } = await shop()
    const gone = { id: 987_654, membership: 'pro' } as const
    await expect(signDownload(deps, gone, film(clip))).rejects.toMatchObject({ code: 'tokenInvalid' })
    expect(await licences()).toEqual([])
  })
})
