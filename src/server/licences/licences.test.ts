import { expect, test } from 'vitest'
import type { Person } from '#domain/membership/membership.ts'
import { recordLicence, selectTakenClips } from '#server/downloads/record-licence.ts'
import { describePlainSql } from '../../../tests/support/database/databases.ts'
import { aClip, aUser } from '../../../tests/support/database/rows.ts'
import { getLicence, listLicences, verifyLicence } from './licences.ts'

describePlainSql('licences', (open) => {
  async function shop() {
    const db = await open()
    let second = 0
    const take = async (person: Person, clipId: number) => {
      const clip = await selectTakenClips(db).where('sources.id', '=', clipId).executeTakeFirstOrThrow()
      const taking = { clip, via: 'clip', viaName: '' } as const
      const now = new Date(Date.UTC(2026, 10, 21, 9, 0, second++))
      return db.transaction().execute((trx) => recordLicence(trx, { person, taking, now }))
    }
    const member = { id: await aUser(db, { name: 'Aoi' }), membership: 'pro' } as Person
    return { deps: { db }, take, member }
  }

  test('only its holder sees a licence', async () => {
    const { deps, take, member } = await shop()
    const source = {
      title: 'Torii',
      title_ja: '鳥居',
      license: 'By hand',
      license_type: 'editorial',
    } as const
    const clip = await aClip(deps.db, { source })
    const id = await take(member, clip.id)
    expect(await getLicence(deps, member, id)).toMatchObject({
      id,
      clip_id: clip.id,
      clip_available: true,
      clip_title: 'Torii',
      clip_title_ja: '鳥居',
      license: 'By hand',
      license_type: 'editorial',
      licensee_name: 'Aoi',
      plan: 'pro',
      membership_live: true,
      created: '2026-11-21T09:00:00.000Z',
    })
    const other = { id: await aUser(deps.db), membership: 'pro' } as const
    const admin = { id: 1, membership: 'free', role: 'admin' } as const
    for (const stranger of [other, admin])
      await expect(getLicence(deps, stranger, id)).rejects.toMatchObject({ code: 'licenceNotFound' })
    await expect(getLicence(deps, member, 'A'.repeat(20))).rejects.toMatchObject({ code: 'licenceNotFound' })
  })

  test('it is still there when the membership has ended and the clip is gone', async () => {
    const { deps, take, member } = await shop()
    const clip = await aClip(deps.db, { source: { title: 'Torii' } })
    const id = await take(member, clip.id)
    await deps.db.deleteFrom('library').where('id', '=', clip.id).execute()
    const licence = await getLicence(deps, { id: member.id, membership: 'free' }, id)
    expect(licence).toMatchObject({ clip_title: 'Torii', clip_available: false, thumbnail_url: null })
    expect(licence).toMatchObject({ plan: 'pro', membership_live: false })
  })

  test('downloads come forty a page, the latest first', async () => {
    const { deps, take, member } = await shop()
    const ids: string[] = []
    for (let made = 0; made < 43; made++) ids.push(await take(member, (await aClip(deps.db)).id))
    const first = await listLicences(deps, member, { offset: 0 })
    const second = await listLicences(deps, member, { offset: 40 })
    expect(first).toMatchObject({ offset: 0, next_offset: 40, total: 43 })
    expect(second).toMatchObject({ offset: 40, next_offset: null, total: 43 })
    expect([...first.licences, ...second.licences].map(({ id }) => id)).toEqual(ids.toReversed())
    const other = { id: await aUser(deps.db), membership: 'pro' } as const
    expect(await listLicences(deps, other, { offset: 0 })).toMatchObject({ licences: [], total: 0 })
  })

  test('anybody can verify a licence, without seeing its holder', async () => {
    const { deps, take, member } = await shop()
    const clip = await aClip(deps.db, { source: { title: 'Torii' } })
    const id = await take(member, clip.id)
    const genuine = await verifyLicence(deps, id)
    expect(genuine).toMatchObject({ id, clip_id: clip.id, clip_title: 'Torii', plan: 'pro' })
    expect(JSON.stringify(genuine)).not.toMatch(/Aoi|licensee|user|example\.com/)
    await deps.db.deleteFrom('users').where('id', '=', member.id).execute()
    expect(await verifyLicence(deps, id)).toEqual(genuine)
    expect(await verifyLicence(deps, 'A'.repeat(20))).toBeUndefined()
  })
})
