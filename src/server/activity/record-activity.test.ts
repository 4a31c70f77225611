import { afterEach, expect, test, vi } from 'vitest'
import { openRateLimits } from '#server/limits/rate-limits.ts'
import { describeEachDatabase } from '../../../tests/support/database/databases.ts'
import { aUser } from '../../../tests/support/database/rows.ts'
import { recordActivity } from './record-activity.ts'

const input = { label: 'DOWNLOAD_CLICK', meta: { path: '/m/7', 名前: '流れ' } } as const

let addresses = 0
const anAddress = () => `198.51.100.${++addresses}`

afterEach(() => void vi.useRealTimers())

describeEachDatabase('activity', (open) => {
  test('a click is kept with its label, its meta and its time', async () => {
    const db = await open()
    const deps = { db, rateLimits: openRateLimits(db), now: () => new Date('2026-11-21T09:00:00.000Z') }
    await recordActivity(deps, input, { token: undefined, address: anAddress() })
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
    const deps = { db, rateLimits: openRateLimits(db), now: () => new Date() }
    await recordActivity(deps, input, { token: 'nga_unknown', address: anAddress() })
    expect(await db.selectFrom('activities').select('user_id').execute()).toEqual([{ user_id: null }])
  })

  test('an address that clicks without end is told to wait, and may click again later', async () => {
    const db = await open()
    const address = anAddress()
    const rateLimits = openRateLimits(db)
    vi.useFakeTimers({ toFake: ['Date'] })
    const at = (seconds: number) => {
      vi.setSystemTime(1_800_000_000_000 + seconds * 1000)
      return { db, rateLimits, now: () => new Date() }
    }
    for (let click = 0; click < 120; click++)
      await recordActivity(at(0), input, { token: undefined, address })
    await expect(recordActivity(at(59), input, { token: undefined, address })).rejects.toMatchObject({
      code: 'tooManyRequests',
    })
    await recordActivity(at(60), input, { token: undefined, address })
  })
})
