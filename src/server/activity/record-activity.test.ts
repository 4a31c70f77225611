import { expect, test } from 'vitest'
import { describeEachDatabase } from '../../../tests/support/database/databases.ts'
import { aUser } from '../../../tests/support/database/rows.ts'
import { aMember } from '../../../tests/support/shop/members.ts'
import { recordActivity } from './record-activity.ts'

const input = { label: 'DOWNLOAD_CLICK', meta: { path: '/m/7', 名前: '流れ' } } as const

describeEachDatabase('activity', (open) => {
  test('a click is kept with its label, its meta and its time', async () => {
    const db = await open()
    const deps = { db, now: () => new Date('2026-11-21T09:00:00.000Z') }
    await recordActivity(deps, input, undefined)
    expect(await db.selectFrom('activities').selectAll().executeTakeFirstOrThrow()).toMatchObject({
      user_id: null,
      label: 'DOWNLOAD_CLICK',
      meta: '{"path":"/m/7","名前":"流れ"}',
      created: '2026-11-21T09:00:00.000Z',
    })
  })

  test('an unknown token makes it nobody’s click, not a lost one', async () => {
    const db = await open()
    await aUser(db)
    const deps = { db, now: () => new Date() }
    await recordActivity(deps, input, 'nga_unknown')
    expect(await db.selectFrom('activities').select('user_id').execute()).toEqual([{ user_id: null }])
  })

  test('a click is its member’s while the token lives and the session is not ended', async () => {
    const db = await open()
    const now = () => new Date()
    const { id, access_token: token } = await aMember({ db, now })
    await recordActivity({ db, now }, input, token)
    await recordActivity({ db, now: () => new Date(Date.now() + 901_000) }, input, token)
    await db.updateTable('sessions').set({ revoked_at: now().toISOString() }).execute()
    await recordActivity({ db, now }, input, token)
    const clicks = await db.selectFrom('activities').select('user_id').orderBy('id').execute()
    expect(clicks.map(({ user_id }) => user_id)).toEqual([id, null, null])
  })
})
