import type { Kysely } from 'kysely'
import { expect, test } from 'vitest'
import { recordActivity } from '#server/activity/record-activity.ts'
import type { Database } from '#server/db/schema.ts'
import { openRateLimits } from '#server/limits/rate-limits.ts'
import { describeEachDatabase } from '../../../tests/support/database/databases.ts'
import { aClip } from '../../../tests/support/database/rows.ts'
import { looksPersonal } from './looks-personal.ts'

const DAY = 86_400_000
const START = Date.parse('2026-11-21T09:00:00.000Z')

/** Visitors by number, on days after the start. */
function visitorsOn(db: Kysely<Database>) {
  const rateLimits = openRateLimits(db)
  const tell =
    (label: 'SEARCH_SHOWN' | 'RESULT_CLICK' | 'PREVIEWS_PLAYED', meta: Record<string, string | number>) =>
    async (visitor: number, day = 0) =>
      recordActivity(
        { db, rateLimits, visitorSecret: 'secret', now: () => new Date(START + day * DAY) },
        { label, meta },
        { token: undefined, address: `192.0.2.${visitor}`, userAgent: 'Firefox' },
      )
  return {
    search: (path: string, results = 40) => tell('SEARCH_SHOWN', { path, results }),
    click: (path: string, id: number) => tell('RESULT_CLICK', { path, id }),
    point: (ids: string) => tell('PREVIEWS_PLAYED', { ids }),
    days: () =>
      db
        .selectFrom('demand_days')
        .select(['text', 'day', 'locale', 'visitors', 'little', 'clicked'])
        .orderBy('day')
        .orderBy('locale')
        .execute(),
  }
}

describeEachDatabase('recording searches', (open) => {
  test('a text is kept with the third visitor, not with anybody’s third search', async () => {
    const db = await open()
    const { search, days } = visitorsOn(db)
    const fox = search('/s/Red-FOX')
    for (const day of [0, 1, 2, 3]) await fox(1, day)
    await fox(2, 3)
    expect(await days()).toEqual([])
    expect(JSON.stringify(await db.selectFrom('demand_visits').selectAll().execute())).not.toContain('fox')
    await search('/ja/s/red-fox', 3)(3, 3)
    const counts = { text: 'red fox', little: 0, clicked: 0 }
    expect(await days()).toEqual([
      { ...counts, day: '2026-11-21', locale: 'en', visitors: 1 },
      { ...counts, day: '2026-11-22', locale: 'en', visitors: 1 },
      { ...counts, day: '2026-11-23', locale: 'en', visitors: 1 },
      { ...counts, day: '2026-11-24', locale: 'en', visitors: 2 },
      { ...counts, day: '2026-11-24', locale: 'ja', visitors: 1, little: 1 },
    ])
    const visits = await db.selectFrom('demand_visits').select('query').execute()
    expect(new Set(visits.map(({ query }) => query))).toEqual(new Set([null]))
  })

  test('visitors who come more than a week apart are not added up', async () => {
    const db = await open()
    const { search, days } = visitorsOn(db)
    const fox = search('/s/fox')
    await fox(1, 0)
    await fox(2, 3)
    await fox(3, 7)
    expect(await days()).toEqual([])
    await fox(4, 8)
    expect((await days()).map(({ visitors }) => visitors)).toEqual([1, 1, 1])
  })

  test('a kept text counts once per visitor and day, and whether the visitor opened a clip', async () => {
    const db = await open()
    const { search, click, days } = visitorsOn(db)
    const fox = search('/s/fox')
    for (const visitor of [1, 2, 3]) await fox(visitor)
    await click('/s/fox', 7)(1)
    await click('/s/fox', 8)(1)
    await fox(3)
    await fox(4)
    // The click of a visitor whose search is reported later.
    await click('/s/fox', 7)(5)
    await fox(5)
    expect(await days()).toEqual([
      { text: 'fox', day: '2026-11-21', locale: 'en', visitors: 5, little: 0, clicked: 2 },
    ])
  })

  test('clicks from before the text was kept are counted with it', async () => {
    const db = await open()
    const { search, click, days } = visitorsOn(db)
    const fox = search('/s/fox')
    await fox(1)
    await click('/s/fox', 7)(1)
    await fox(2)
    await fox(3)
    expect(await days()).toMatchObject([{ visitors: 3, clicked: 1 }])
  })

  test('neither other pages nor personal texts are kept', async () => {
    const db = await open()
    const { search } = visitorsOn(db)
    for (const path of ['/t/temple', '/s/aoi@example.com', '/s/090-1234-5678', '/s/%E0%A4%A'])
      for (const visitor of [1, 2, 3, 4]) await search(path)(visitor)
    expect(await db.selectFrom('demand_visits').selectAll().execute()).toEqual([])
    expect(await db.selectFrom('activities').selectAll().execute()).toEqual([])
  })

  test('hover previews are counted by clip and day, once an hour per network', async () => {
    const db = await open()
    const [one, two] = [await aClip(db), await aClip(db)]
    const { point } = visitorsOn(db)
    await point(`${two.id} ${one.id} ${two.id} 987654`)(1)
    await point(`${one.id}`)(1)
    await point(`${one.id}`)(2)
    await point(`${one.id}, or drop table`)(3)
    expect(await db.selectFrom('source_previews').selectAll().orderBy('source_id').execute()).toEqual([
      { source_id: one.id, day: '2026-11-21', previews: 2 },
      { source_id: two.id, day: '2026-11-21', previews: 1 },
    ])
  })
})

test.each([
  ['aoi@example.com', true],
  ['https //example.com', false],
  ['https://example.com', true],
  ['www.example.com', true],
  ['+81 (90) 1234 5678', true],
  ['〒6008216', true],
  ['nga_4f9a8b7c6d5e4f3a2b1c', true],
  ['sk_live_51h8abcdefghij', true],
  ['f3a9c0de'.repeat(4), true],
  ['x'.repeat(101), true],
  ['kyoto temple 4k 60fps', false],
  ['1920x1080 loop', false],
  ['24時間 営業中 2026年', false],
])('%s may be personal: %s', (text, personal) => {
  expect(looksPersonal(text)).toBe(personal)
})
