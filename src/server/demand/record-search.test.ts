import type { Kysely } from 'kysely'
import { expect, test } from 'vitest'
import { DAY_MS } from '#domain/dates/spans.ts'
import { recordActivity } from '#server/activity/record-activity.ts'
import type { Database } from '#server/db/schema.ts'
import { openRateLimits } from '#server/limits/rate-limits.ts'
import { describeEachDatabase, describePlainSql } from '../../../tests/support/database/databases.ts'
import { aClip } from '../../../tests/support/database/rows.ts'
import { looksPersonal } from './looks-personal.ts'
import { recordPreviews } from './record-previews.ts'
import { SUM_SEARCHES } from './record-search.ts'
import { dayBefore, visitHashes } from './visit-hashes.ts'

const START = Date.parse('2026-11-21T09:00:00.000Z')

/** Visitors by number, on days after the start. */
function visitorsOn(db: Kysely<Database>) {
  const rateLimits = openRateLimits(db)
  const tell =
    (label: 'SEARCH_SHOWN' | 'RESULT_CLICK' | 'PREVIEWS_PLAYED', meta: Record<string, string | number>) =>
    async (visitor: number, day = 0) =>
      recordActivity(
        { db, rateLimits, visitorSecret: 'secret', now: () => new Date(START + day * DAY_MS) },
        { label, meta },
        { token: undefined, address: `192.0.2.${visitor}`, userAgent: 'Firefox' },
      )
  return {
    search: (path: string, results = 40) => tell('SEARCH_SHOWN', { path, results }),
    /** Behind filters, the browser does not tell the number of results. */
    searchFiltered: (path: string) => tell('SEARCH_SHOWN', { path }),
    click: (path: string, id: number) => tell('RESULT_CLICK', { path, id }),
    point: (ids: string | number) => tell('PREVIEWS_PLAYED', { ids }),
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

describePlainSql('recording one of two searches', (open) => {
  test('three visitors of three texts keep none', async () => {
    const db = await open()
    const { search, days } = visitorsOn(db)
    for (const [at, text] of ['fox', 'owl', 'heron'].entries()) await search(`/s/${text}`)(at)
    expect(await days()).toEqual([])
    expect(await db.selectFrom('demand_searches').selectAll().execute()).toEqual([])
  })

  test('each text is kept with its own visitors, and the other’s are not lost', async () => {
    const db = await open()
    const { search, click, days } = visitorsOn(db)
    const [fox, owl] = [search('/s/fox'), search('/s/owl')]
    for (const visitor of [1, 2]) await owl(visitor)
    await click('/s/owl', 7)(2)
    for (const visitor of [1, 2, 3]) await fox(visitor)
    const foxes = { text: 'fox', visitors: 3, clicked: 0 }
    expect(await days()).toMatchObject([foxes])
    expect(await days()).toHaveLength(1)
    await owl(4)
    expect(await days()).toMatchObject([foxes, { text: 'owl', visitors: 3, clicked: 1 }])
  })

  test('each visitor’s first click counts', async () => {
    const db = await open()
    const { search, click, days } = visitorsOn(db)
    for (const visitor of [1, 2, 3]) await search('/s/fox')(visitor)
    await click('/s/fox', 7)(1)
    await click('/s/fox', 7)(2)
    await click('/s/fox', 8)(2)
    expect(await days()).toMatchObject([{ visitors: 3, clicked: 2 }])
  })

  test('four results are few, five are not, and behind filters nobody knows', async () => {
    const db = await open()
    const { search, searchFiltered, days } = visitorsOn(db)
    await search('/s/fox', 4)(1)
    await search('/s/fox', 5)(2)
    await searchFiltered('/s/fox')(3)
    expect(await days()).toMatchObject([{ visitors: 3, little: 1 }])
    for (const visitor of [4, 5]) await search('/s/fox', 0)(visitor)
    await searchFiltered('/s/fox')(6)
    expect(await days()).toMatchObject([{ visitors: 6, little: 3 }])
  })

  test('only searched texts are summed again, and a text that is kept at once', async () => {
    const db = await open()
    const { search } = visitorsOn(db)
    const later = '2999-01-01T00:00:00.000Z'
    const job = { payload: 'null', state: 'null', created: later, run_at: later }
    await db
      .insertInto('jobs')
      .values([SUM_SEARCHES, 'demand.clips'].map((kind) => ({ ...job, kind, unique_key: kind })))
      .execute()
    for (const text of ['fox', 'owl']) for (const visitor of [1, 2]) await search(`/s/${text}`)(visitor)
    const isLater = async () =>
      (await db.selectFrom('jobs').select('run_at').orderBy('id').execute()).map(
        (row) => row.run_at === later,
      )
    expect(await isLater()).toEqual([true, true])
    for (const text of ['fox', 'owl']) await search(`/s/${text}`)(3)
    expect(await isLater()).toEqual([false, true])
    await db.updateTable('demand_searches').set({ stale: 0 }).execute()
    await search('/s/owl')(4)
    const stale = db.selectFrom('demand_searches').select(['text', 'stale']).orderBy('text')
    expect(await stale.execute()).toEqual([
      { text: 'fox', stale: 0 },
      { text: 'owl', stale: 1 },
    ])
  })

  test('fifty previews of a report count; a report that is no list of ids counts none', async () => {
    const db = await open()
    const { id } = await aClip(db)
    const { point } = visitorsOn(db)
    const others = (from: number, to: number) =>
      Array.from({ length: to - from }, (_, n) => id + from + n).join(' ')
    await point(`${others(1, 51)} ${id}`)(1)
    for (const ids of [id, `${id} x`, `${id}  ${id}`, '']) await point(ids)(1)
    const counted = db.selectFrom('source_previews').select('previews')
    expect(await counted.execute()).toEqual([])
    await point(`${others(1, 50)} ${id}`)(1)
    expect(await counted.execute()).toEqual([{ previews: 1 }])
    const deps = { db, rateLimits: openRateLimits(db), now: () => new Date(START) }
    await recordPreviews(deps, { ids: undefined, address: '192.0.2.1' })
    expect(await counted.execute()).toEqual([{ previews: 1 }])
  })
})

test('a day begins at midnight, UTC', () => {
  const midnight = new Date('2026-11-21T00:00:00.000Z')
  expect([0, 1, 21].map((days) => dayBefore(midnight, days))).toEqual([
    '2026-11-21',
    '2026-11-20',
    '2026-10-31',
  ])
  expect(dayBefore(new Date(midnight.getTime() - 1), 0)).toBe('2026-11-20')
})

test('hashes differ by text, visitor, day and secret, and those of a week ago are gone', () => {
  const at = (day: number) => new Date(START + day * DAY_MS)
  const asked = { visitorSecret: 'secret', text: 'fox', now: at(0) }
  const visitor = { address: '192.0.2.1', userAgent: 'Firefox' }
  const hashes = visitHashes(asked, visitor)
  expect(new Set(hashes.flatMap(({ query, visit }) => [query, visit])).size).toBe(14)
  const others = [
    visitHashes({ ...asked, text: 'owl' }, visitor),
    visitHashes({ ...asked, visitorSecret: 'other' }, visitor),
    visitHashes(asked, { ...visitor, address: '192.0.2.2' }),
    visitHashes(asked, { ...visitor, userAgent: 'Safari' }),
  ]
  expect(new Set([hashes, ...others].map(([today]) => today!.visit)).size).toBe(5)
  expect(visitHashes({ ...asked, now: at(6) }, visitor).at(-1)).toEqual(hashes[0])
  expect(visitHashes({ ...asked, now: at(7) }, visitor)).not.toContainEqual(hashes[0])
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
  ['red fox '.repeat(13).slice(0, 100), false],
  ['red fox '.repeat(13).slice(0, 101), true],
  ['kyoto temple 4k 60fps', false],
  ['1920x1080 loop', false],
  ['24時間 営業中 2026年', false],
])('%s may be personal: %s', (text, personal) => {
  expect(looksPersonal(text)).toBe(personal)
})
