import { expect, test } from 'vitest'
import type { Database } from '#server/db/schema.ts'
import { indexSource } from '#server/search/index/index-source.ts'
import { describeEachDatabase } from '../../../tests/support/database/databases.ts'
import { aClip, aUser } from '../../../tests/support/database/rows.ts'
import { accountsOn } from '../../../tests/support/shop/account-deps.ts'
import { clipFiguresJob } from './clip-figures-job.ts'
import { demandJob } from './demand-job.ts'
import { dayBefore } from './visit-hashes.ts'

const DAY = 86_400_000

describeEachDatabase('figures of demand', (open) => {
  async function shop() {
    const accounts = accountsOn(await open())
    const { deps } = accounts
    const { db } = deps
    const signal = new AbortController().signal
    let state: unknown
    return {
      ...accounts,
      db,
      day: (before: number) => dayBefore(deps.now(), before),
      async run() {
        state = await demandJob.run(deps, { state, signal })
      },
      runClips: () => clipFiguresJob.run(deps, { state: undefined, signal }),
      async searched(text: string, days: [before: number, locale: 'en' | 'ja', visitors: number][]) {
        const created = dayBefore(deps.now(), 0)
        await db.insertInto('demand_searches').values({ text, created, stale: 1 }).execute()
        const rows = days.map(([before, locale, visitors]) => ({
          ...{ text, day: dayBefore(deps.now(), before), locale, visitors, little: 0, clicked: 0 },
        }))
        await db.insertInto('demand_days').values(rows).execute()
      },
      figures: async (text: string) => {
        const rows = await db.selectFrom('demand_figures').selectAll().where('text', '=', text).execute()
        return new Map(rows.map(({ days, locale, visitors }) => [`${days} ${locale}`.trim(), visitors]))
      },
    }
  }

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
    expect(Object.fromEntries(await figures('fox'))).toEqual({ ...all, ...long })
    pass(DAY)
    await run()
    expect(Object.fromEntries(await figures('fox'))).toEqual({
      ...{ '7': 3, '7 en': 3, '30': 8, '30 en': 3, '30 ja': 5 },
      ...{ '90': 15, '90 en': 10, '90 ja': 5, '400': 15, '400 en': 10, '400 ja': 5 },
    })
    pass(400 * DAY)
    await run()
    for (const table of ['demand_searches', 'demand_days', 'demand_figures'] as const)
      expect(await db.selectFrom(table).selectAll().execute(), table).toEqual([])
  })

  test('within a day only searched texts are summed again', async () => {
    const { searched, run, figures, db } = await shop()
    await searched('fox', [[0, 'en', 3]])
    await run()
    await db.updateTable('demand_days').set({ visitors: 4 }).execute()
    await run()
    expect((await figures('fox')).get('7')).toBe(3)
    await db.updateTable('demand_searches').set({ stale: 1 }).execute()
    await run()
    expect((await figures('fox')).get('7')).toBe(4)
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
    await run()
    pass(DAY)
    await run()
    expect(await db.selectFrom('demand_visits').select('visit').execute()).toEqual([{ visit: 'new' }])
  })

  test('clips that match a text are counted by our own search, without those that lack a word', async () => {
    const { searched, run, db } = await shop()
    const clip = await aClip(db, { source: { title: 'Red fox in snow' } })
    await db.transaction().execute((trx) => indexSource(trx, clip.id))
    await searched('fox', [[0, 'en', 3]])
    await searched('fox submarine', [[0, 'en', 3]])
    await run()
    const stock = await db.selectFrom('demand_searches').select(['text', 'stock']).orderBy('text').execute()
    expect(stock).toEqual([
      { text: 'fox', stock: 1 },
      { text: 'fox submarine', stock: 0 },
    ])
  })

  test('a clip’s views, previews, likes and downloads are summed by period, and go with the clip', async () => {
    const { runClips, db, day, deps } = await shop()
    const [fox, heron] = [await aClip(db), await aClip(db, { source: { state: 'hidden' } })]
    const user = await aUser(db)
    const at = (before: number) => new Date(deps.now().getTime() - before * DAY).toISOString()
    await db
      .insertInto('source_views')
      .values([
        { source_id: fox.id, day: day(0), views: 3 },
        { source_id: fox.id, day: day(50), views: 4 },
        { source_id: heron.id, day: day(100), views: 5 },
      ])
      .execute()
    await db
      .insertInto('source_previews')
      .values({ source_id: fox.id, day: day(8), previews: 6 })
      .execute()
    await db
      .insertInto('likes')
      .values({ user_id: user, source_id: fox.id, created: at(1) })
      .execute()
    await db
      .insertInto('downloads')
      .values([download(fox.id, { created: at(29) }), download(fox.id, { created: at(500) })])
      .execute()
    await runClips()
    const figures = db
      .selectFrom('clip_figures')
      .select(['source_id', 'days', 'views', 'previews', 'likes', 'downloads'])
      .orderBy('source_id')
      .orderBy('days')
    const of = (source_id: number, days: number, [views, previews, likes, downloads]: number[]) => ({
      ...{ source_id, days, views, previews, likes, downloads },
    })
    expect(await figures.execute()).toEqual([
      of(fox.id, 7, [3, 0, 1, 0]),
      of(fox.id, 30, [3, 6, 1, 1]),
      of(fox.id, 90, [7, 6, 1, 1]),
      of(fox.id, 400, [7, 6, 1, 1]),
      of(heron.id, 400, [5, 0, 0, 0]),
    ])
    const ofAllTime = db.selectFrom('library').select('downloads').orderBy('id')
    expect(await ofAllTime.execute()).toEqual([{ downloads: 2 }, { downloads: 0 }])
    await db.deleteFrom('library').where('id', '=', fox.id).execute()
    await runClips()
    expect((await figures.execute()).map((row) => row.source_id)).toEqual([heron.id])
  })

  test('downloads are counted by creator and month, also of clips that are gone', async () => {
    const { runClips, db, deps } = await shop()
    const now = deps.now()
    const month = (before: number) =>
      new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - before)).toISOString()
    const fox = await aClip(db)
    const taken = [
      { user_name: 'Aoi', created: month(14) },
      { user_name: 'Aoi', created: month(0) },
      { user_name: 'Aoi', created: month(0) },
      { user_name: 'Ren', created: month(0) },
    ]
    for (const one of taken) await db.insertInto('downloads').values(download(fox.id, one)).execute()
    await db.deleteFrom('library').execute()
    const counted = () =>
      db.selectFrom('creator_downloads').selectAll().orderBy('month').orderBy('user_name').execute()
    await runClips()
    const [long, this_] = [month(14).slice(0, 7), month(0).slice(0, 7)]
    expect(await counted()).toEqual([
      { month: long, user_name: 'Aoi', downloads: 1, clips: 1 },
      { month: this_, user_name: 'Aoi', downloads: 2, clips: 1 },
      { month: this_, user_name: 'Ren', downloads: 1, clips: 1 },
    ])
    await db
      .insertInto('downloads')
      .values(download(fox.id, { user_name: 'Ren', created: month(0), source_id: null }))
      .execute()
    await runClips()
    expect((await counted()).at(-1)).toMatchObject({ user_name: 'Ren', downloads: 2 })
  })
})

let taken = 0

function download(clip: number, given: { created: string; user_name?: string; source_id?: null }) {
  const licence: Omit<Database['downloads'], 'id' | 'user_name'> = {
    public_id: `licence-${++taken}`,
    ...{ user_id: null, clip_id: clip, source_id: clip, clip_title: 'Fox', clip_title_ja: '' },
    ...{ file_name: 'fox.mp4', license: 'Nagare licence', license_type: 'commercial' },
    ...{ terms_version: '2024-12-01', plan: 'pro', licensee_name: '', via: 'clip', via_name: '' },
    created: given.created,
  }
  return { ...licence, ...given }
}
