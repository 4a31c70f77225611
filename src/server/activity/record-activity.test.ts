import { expect, test } from 'vitest'
import { describeEachDatabase } from '../../../tests/support/database/databases.ts'
import { aUser } from '../../../tests/support/database/rows.ts'
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
})
