import { expect, test } from 'vitest'
import { DEFAULT_SHOP } from '#contract/shop/default-shop.ts'
import { withSetting } from '#domain/shop/setting-paths.ts'
import { describePlainSql } from '../../../tests/support/database/databases.ts'
import { announcementJob } from './announcement-job.ts'

describePlainSql('an announcement', (open) => {
  test('clears every page when it begins and when it ends, and not in between', async () => {
    const db = await open()
    const days = { text: { en: 'Sale', ja: '' }, link: '', from: '2026-11-26', until: '2026-11-26' }
    const site = { shop: withSetting(DEFAULT_SHOP, 'home.announcement', days), timeZone: 'Asia/Tokyo' }
    let state: unknown
    const cleared: number[] = []
    // Every six hours from the morning of the 25th in Tokyo.
    for (let hour = 0; hour < 60; hour += 6) {
      const now = () => new Date(Date.parse('2026-11-25T00:30:00.000Z') + hour * 3_600_000)
      state = await announcementJob.run({ db, site, now } as never, {
        state,
        signal: AbortSignal.timeout(1000),
      })
      const rows = await db.deleteFrom('invalidations').returning('tag').execute()
      if (rows.length > 0) cleared.push(hour)
      expect(rows.every(({ tag }) => tag === 'everything')).toBe(true)
    }
    expect(cleared).toEqual([18, 42])
  })
})
