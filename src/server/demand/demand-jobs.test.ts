import { expect, test } from 'vitest'
import { DAY_MS } from '#domain/dates/spans.ts'
import { indexSource } from '#server/search/index/reindex-sources.ts'
import {
  describeEachDatabase,
  describePlainSql,
  type TestDatabases,
} from '../../../tests/support/database/databases.ts'
import { aClip } from '../../../tests/support/database/rows.ts'
import { accountsOn } from '../../../tests/support/shop/account-deps.ts'
import { countStock } from './count-stock.ts'
import { demandJob } from './demand-job.ts'
import { forgetOldSearches } from './forget-old-searches.ts'
import { dayBefore } from './visit-hashes.ts'

type Searched = [before: number, locale: 'en' | 'ja', visitors: number]

async function shopOn(open: TestDatabases['open']) {
  const accounts = accountsOn(await open())
  const { deps } = accounts
  const { db } = deps
  let state: unknown
  return {
    ...accounts,
    db,
    day: (before: number) => dayBefore(deps.now(), before),
    async run(signal = new AbortController().signal) {
      state = await demandJob.run(deps, { state, signal })
    },
    async searched(text: string, days: Searched[]) {
      const created = dayBefore(deps.now(), 0)
      await db.insertInto('demand_searches').values({ text, created, stale: 1 }).execute()
      const rows = days.map(([before, locale, visitors]) => ({
        ...{ text, day: dayBefore(deps.now(), before), locale, visitors, little: 0, clicked: 0 },
      }))
      await db.insertInto('demand_days').values(rows).execute()
    },
    /** Visitors by period and language. */
    async figures(text: string) {
      const rows = await db.selectFrom('demand_figures').selectAll().where('text', '=', text).execute()
      return Object.fromEntries(
        rows.map(({ days, locale, visitors }) => [`${days} ${locale}`.trim(), visitors]),
      )
    },
    async clipCalled(title: string) {
      const { id } = await aClip(db, { source: { title } })
      await db.transaction().execute((trx) => indexSource(trx, id))
    },
    stock: () =>
      db.selectFrom('demand_searches').select(['text', 'stock', 'stock_at_least']).orderBy('text').execute(),
  }
}

describeEachDatabase('figures of demand', (open) => {
  const shop = () => shopOn(open)

  test('searches are summed by period and language, and move on with the days', async () => {
    const { searched, run, figures, pass, db } = await shop()
    await searched('fox', [
      [0, 'en', 3],
      [6, 'ja', 5],
      [29, 'en', 7],
      [399, 'en', 11],
    ])
    await run()
    const all = { '7': 8, '7 en': 3, '7 ja': 5, '30': 15, '30 en': 10, '30 ja': 5 }
    const long = { '90': 15, '90 en': 10, '90 ja': 5, '400': 26, '400 en': 21, '400 ja': 5 }
    expect(await figures('fox')).toEqual({ ...all, ...long })
    pass(DAY_MS)
    await run()
    expect(await figures('fox')).toEqual({
      ...{ '7': 3, '7 en': 3, '30': 8, '30 en': 3, '30 ja': 5 },
      ...{ '90': 15, '90 en': 10, '90 ja': 5, '400': 15, '400 en': 10, '400 ja': 5 },
    })
    pass(400 * DAY_MS)
    await run()
    for (const table of ['demand_searches', 'demand_days', 'demand_figures'] as const)
      expect(await db.selectFrom(table).selectAll().execute(), table).toEqual([])
  })

  test('clips that match a text are counted by our own search, without those that lack a word', async () => {
    const { searched, run, clipCalled, stock } = await shop()
    await clipCalled('Red fox in snow')
    await searched('fox', [[0, 'en', 3]])
    await searched('fox submarine', [[0, 'en', 3]])
    await run()
    expect(await stock()).toEqual([
      { text: 'fox', stock: 1, stock_at_least: 0 },
      { text: 'fox submarine', stock: 0, stock_at_least: 0 },
    ])
  })
})

describePlainSql('figures of demand as days pass', (open) => {
  const shop = () => shopOn(open)

  test('within a day only searched texts are summed again, however many', async () => {
    const { searched, run, figures, db } = await shop()
    await searched('owl', [[0, 'en', 3]])
    await run()
    await db.updateTable('demand_days').set({ visitors: 4 }).execute()
    const many = Array.from({ length: 60 }, (_, n) => `text ${n}`)
    for (const text of many) await searched(text, [[0, 'en', 5]])
    await run()
    expect((await figures('owl'))['7']).toBe(3)
    for (const text of many) expect((await figures(text))['7'], text).toBe(5)
    await db.updateTable('demand_searches').set({ stale: 1 }).where('text', '=', 'owl').execute()
    await run()
    expect((await figures('owl'))['7']).toBe(4)
    expect((await figures('text 0'))['7']).toBe(5)
  })

  test('one of two texts leaves a period; the other keeps its figures', async () => {
    const { searched, run, figures, pass } = await shop()
    await searched('fox', [[6, 'ja', 3]])
    await searched('owl', [
      [5, 'ja', 4],
      [6, 'ja', 1],
    ])
    await run()
    pass(DAY_MS)
    await run()
    const long = (visitors: number) => ({
      ...{ '30': visitors, '30 ja': visitors, '90': visitors, '90 ja': visitors },
      ...{ '400': visitors, '400 ja': visitors },
    })
    expect(await figures('fox')).toEqual(long(3))
    expect(await figures('owl')).toEqual({ '7': 4, '7 ja': 4, ...long(5) })
  })

  test('a click, and a search that finds little, show although nobody else searched', async () => {
    const { searched, run, db } = await shop()
    await searched('fox', [
      [0, 'en', 3],
      [1, 'en', 2],
    ])
    await run()
    const count = async (counts: { little?: number; clicked?: number }) => {
      await db.updateTable('demand_days').set(counts).execute()
      await db.updateTable('demand_searches').set({ stale: 1 }).execute()
      await run()
      const rows = await db.selectFrom('demand_figures').select(['visitors', 'little', 'clicked']).execute()
      return rows[0]
    }
    expect(await count({ clicked: 0 })).toEqual({ visitors: 5, little: 0, clicked: 0 })
    expect(await count({ clicked: 2 })).toEqual({ visitors: 5, little: 0, clicked: 4 })
    expect(await count({ little: 1 })).toEqual({ visitors: 5, little: 2, clicked: 4 })
  })

  test('a text without counts of 400 days is forgotten; one with a later count is not', async () => {
    const { searched, run, figures, pass, stock, deps } = await shop()
    await searched('fox', [
      [399, 'en', 3],
      [398, 'en', 4],
    ])
    await searched('owl', [[399, 'en', 3]])
    await run()
    expect(await figures('owl')).toEqual({ '400': 3, '400 en': 3 })
    pass(DAY_MS)
    await forgetOldSearches(deps)
    // Still listed until they are summed again.
    expect(await figures('fox')).toEqual({ '400': 7, '400 en': 7 })
    await run()
    expect((await stock()).map(({ text }) => text)).toEqual(['fox'])
    expect(await figures('fox')).toEqual({ '400': 4, '400 en': 4 })
    expect(await figures('owl')).toEqual({})
  })

  test('hashes of visits are gone after a week', async () => {
    const { run, pass, db, day } = await shop()
    const visit = { query: 'q', locale: 'en', little: 0, clicked: 0, is_new: 1 } as const
    await db
      .insertInto('demand_visits')
      .values([
        { ...visit, visit: 'old', day: day(6) },
        { ...visit, visit: 'new', day: day(0) },
      ])
      .execute()
    const left = async () => {
      const rows = await db.selectFrom('demand_visits').select('visit').orderBy('visit').execute()
      return rows.map(({ visit }) => visit)
    }
    await run()
    expect(await left()).toEqual(['new', 'old'])
    pass(DAY_MS)
    await run()
    expect(await left()).toEqual(['new'])
  })

  test('clips are counted again a day later, and fifty texts at a time', async () => {
    const { searched, run, clipCalled, pass, stock } = await shop()
    const counted = async () => (await stock()).map((row) => row.stock)
    await searched('fox', [[0, 'en', 3]])
    await run()
    await clipCalled('Fox in rain')
    pass(DAY_MS)
    await run()
    expect(await counted()).toEqual([0])
    pass(1)
    await run()
    expect(await counted()).toEqual([1])
    for (let n = 0; n < 51; n++) await searched(`fox ${n}`, [[0, 'en', 3]])
    await run()
    expect((await counted()).filter((clips) => clips === null)).toHaveLength(1)
    await run()
    expect((await counted()).filter((clips) => clips === null)).toEqual([])
  })

  test('the server stops between two texts', async () => {
    const { searched, run, figures, stock, deps } = await shop()
    await searched('fox', [[0, 'en', 3]])
    const stopped = AbortSignal.abort(new Error('the server stops'))
    await expect(run(stopped)).rejects.toThrow('the server stops')
    expect(await figures('fox')).toEqual({})
    await expect(countStock(deps, stopped)).rejects.toThrow('the server stops')
    expect(await stock()).toMatchObject([{ stock: null }])
  })
})
