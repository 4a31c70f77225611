import { afterEach, expect, test, vi } from 'vitest'
import { openRateLimits } from '#server/limits/rate-limits.ts'
import { describeEachDatabase } from '../../../tests/support/database/databases.ts'
import { aClip } from '../../../tests/support/database/rows.ts'
import { countView } from './count-view.ts'

let addresses = 0
const anAddress = () => `192.0.2.${++addresses}`

afterEach(() => void vi.useRealTimers())

describeEachDatabase('views', (open) => {
  test('an IP counts once an hour per clip, and days are separate', async () => {
    const db = await open()
    const { id: clipId } = await aClip(db)
    const { id: other } = await aClip(db)
    const rateLimits = openRateLimits(db)
    vi.useFakeTimers({ toFake: ['Date'] })
    const at = (time: string) => {
      vi.setSystemTime(time)
      return { db, rateLimits, now: () => new Date() }
    }
    const address = anAddress()
    await countView(at('2026-11-21T22:30:00Z'), { clipId, address })
    await countView(at('2026-11-21T23:29:59Z'), { clipId, address })
    await countView(at('2026-11-21T23:30:00Z'), { clipId, address })
    await countView(at('2026-11-21T23:30:00Z'), { clipId, address: anAddress() })
    await countView(at('2026-11-22T00:30:00Z'), { clipId, address })
    await countView(at('2026-11-22T00:30:00Z'), { clipId: other, address })
    const rows = await db.selectFrom('source_views').selectAll().orderBy('day').orderBy('source_id').execute()
    expect(rows).toEqual([
      { source_id: clipId, day: '2026-11-21', views: 3 },
      { source_id: clipId, day: '2026-11-22', views: 1 },
      { source_id: other, day: '2026-11-22', views: 1 },
    ])
  })

  test('a missing clip has no views', async () => {
    const db = await open()
    const deps = { db, rateLimits: openRateLimits(db), now: () => new Date() }
    await expect(countView(deps, { clipId: 404, address: anAddress() })).rejects.toMatchObject({
      code: 'mediaNotFound',
    })
  })
})
