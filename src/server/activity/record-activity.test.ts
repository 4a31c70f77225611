import { expect, test } from 'vitest'
import { describeEachDatabase } from '../../../tests/support/database/databases.ts'
import { aUser } from '../../../tests/support/database/rows.ts'
import { aMember } from '../../../tests/support/shop/members.ts'
import { openRateLimits } from '../limits/rate-limits.ts'
import { recordActivity } from './record-activity.ts'

const address = '192.0.2.7'
const userAgent = 'Firefox'
const input = { label: 'DOWNLOAD_CLICK', meta: { path: '/m/7', 名前: '流れ' } } as const

describeEachDatabase('activity', (open) => {
  test('a click is stored with label, meta and time', async () => {
    const db = await open()
    const deps = {
      db,
      rateLimits: openRateLimits(db),
      visitorSecret: 'secret',
      now: () => new Date('2026-11-21T09:00:00.000Z'),
    }
    await recordActivity(deps, input, { token: undefined, address, userAgent })
    expect(await db.selectFrom('activities').selectAll().executeTakeFirstOrThrow()).toMatchObject({
      user_id: null,
      label: 'DOWNLOAD_CLICK',
      meta: '{"path":"/m/7","名前":"流れ"}',
      created: '2026-11-21T09:00:00.000Z',
    })
  })

  test('a click with an unknown token is stored without a user', async () => {
    const db = await open()
    await aUser(db)
    const deps = { db, rateLimits: openRateLimits(db), visitorSecret: 'secret', now: () => new Date() }
    await recordActivity(deps, input, { token: 'nga_unknown', address, userAgent })
    expect(await db.selectFrom('activities').select('user_id').execute()).toEqual([{ user_id: null }])
  })

  test('a click belongs to its member while token and session live', async () => {
    const db = await open()
    const now = () => new Date()
    const { id, access_token: token } = await aMember({ db, now })
    const deps = { db, now, rateLimits: openRateLimits(db), visitorSecret: 'secret' }
    await recordActivity(deps, input, { token, address, userAgent })
    await recordActivity({ ...deps, now: () => new Date(Date.now() + 901_000) }, input, {
      token,
      address,
      userAgent,
    })
    await db.updateTable('sessions').set({ revoked_at: now().toISOString() }).execute()
    await recordActivity(deps, input, { token, address, userAgent })
    const clicks = await db.selectFrom('activities').select('user_id').orderBy('id').execute()
    expect(clicks.map(({ user_id }) => user_id)).toEqual([id, null, null])
  })

  test('a search result opened again by the same network that day is one choice', async () => {
    const db = await open()
    const deps = { db, now: () => new Date(), rateLimits: openRateLimits(db), visitorSecret: 'secret' }
    const opened = (id: number) => ({ label: 'RESULT_CLICK' as const, meta: { path: '/s/temple', id } })
    for (const id of [7, 7, 8])
      await recordActivity(deps, opened(id), { token: undefined, address, userAgent })
    await recordActivity(deps, opened(7), { token: undefined, address: '192.0.2.8', userAgent })
    const clicks = await db.selectFrom('activities').select('meta').orderBy('id').execute()
    expect(clicks.map(({ meta }) => JSON.parse(meta).id)).toEqual([7, 8, 7])
  })
})
