import { expect, test } from 'vitest'
import { DAY_MS } from '#domain/dates/spans.ts'
import type { TestDatabases } from '../../../tests/support/database/databases.ts'
import { describeEachDatabase, describePlainSql } from '../../../tests/support/database/databases.ts'
import { poison } from '../../../tests/support/database/poison.ts'
import { aClip, aDownload, aUser } from '../../../tests/support/database/rows.ts'
import { accountsOn } from '../../../tests/support/shop/account-deps.ts'
import { clipFiguresJob } from './clip-figures-job.ts'
import { dayBefore } from './visit-hashes.ts'

async function shopOn(open: TestDatabases['open']) {
  const { deps, pass } = accountsOn(await open())
  const { db } = deps
  return {
    ...{ deps, db, pass },
    day: (before: number) => dayBefore(deps.now(), before),
    at: (before: number) => new Date(deps.now().getTime() - before * DAY_MS).toISOString(),
    /** The first instant of a month. */
    month(before: number) {
      const now = deps.now()
      return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - before)).toISOString()
    },
    runClips: (signal = new AbortController().signal) =>
      clipFiguresJob.run(deps, { state: undefined, signal }),
    async viewed(...views: [clip: number, before: number, views: number][]) {
      const rows = views.map(([source_id, before, count]) => ({
        ...{ source_id, day: dayBefore(deps.now(), before), views: count },
      }))
      await db
        .insertInto('source_views')
        .values(rows)
        .onConflict((conflict) =>
          conflict.columns(['source_id', 'day']).doUpdateSet(({ ref }) => ({ views: ref('excluded.views') })),
        )
        .execute()
    },
    /** Views by clip and period, as the studio lists them. */
    async views() {
      const rows = await db.selectFrom('clip_figures').select(['source_id', 'days', 'views']).execute()
      const of = (id: number) => rows.filter(({ source_id }) => source_id === id)
      const byClip = [...new Set(rows.map(({ source_id }) => source_id))].toSorted((a, b) => a - b)
      return byClip.map((id) => [id, Object.fromEntries(of(id).map(({ days, views }) => [days, views]))])
    },
  }
}

describeEachDatabase('figures of clips', (open) => {
  const shop = () => shopOn(open)

  test('a clip’s views, previews, likes and downloads are summed by period, and go with the clip', async () => {
    const { runClips, db, day, at } = await shop()
    const [fox, heron] = [await aClip(db), await aClip(db, { source: { state: 'hidden' } })]
    const user = await aUser(db)
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
    for (const before of [29, 500]) await aDownload(db, fox.id, { created: at(before) })
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
    const { runClips, db, month } = await shop()
    const fox = await aClip(db)
    const taken = [
      { user_name: 'Aoi', created: month(14) },
      { user_name: 'Aoi', created: month(0) },
      { user_name: 'Aoi', created: month(0) },
      { user_name: 'Ren', created: month(0) },
    ]
    for (const one of taken) await aDownload(db, fox.id, one)
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
    await aDownload(db, fox.id, { user_name: 'Ren', created: month(0), source_id: null })
    await runClips()
    expect((await counted()).at(-1)).toMatchObject({ user_name: 'Ren', downloads: 2 })
  })
})

describePlainSql('figures of clips as days pass', (open) => {
  const shop = () => shopOn(open)

  test('a clip whose figures cannot be kept is named, and the others have theirs', async () => {
    const { runClips, db, viewed, views } = await shop()
    const [bad, good] = [await aClip(db), await aClip(db)]
    await viewed([bad.id, 0, 1], [good.id, 0, 1])
    await poison(db, { table: 'clip_figures', on: 'insert', when: `NEW.source_id = ${bad.id}` })
    await expect(runClips()).rejects.toThrow(`clip ${bad.id}`)
    expect((await views()).map(([id]) => id)).toEqual([good.id])
  })

  test('an event counts on the last day of each period, and no longer on the next', async () => {
    const { runClips, db, pass, viewed, views } = await shop()
    const [fox, owl] = [(await aClip(db)).id, (await aClip(db)).id]
    await viewed([fox, 6, 1], [fox, 29, 2], [fox, 89, 4], [fox, 399, 8], [owl, 6, 16])
    await runClips()
    const owls = { 7: 16, 30: 16, 90: 16, 400: 16 }
    expect(await views()).toEqual([
      [fox, { 7: 1, 30: 3, 90: 7, 400: 15 }],
      [owl, owls],
    ])
    pass(DAY_MS)
    await viewed([owl, 0, 1])
    await runClips()
    expect(await views()).toEqual([
      [fox, { 30: 1, 90: 3, 400: 7 }],
      [owl, { 7: 1, 30: 17, 90: 17, 400: 17 }],
    ])
  })

  test('one figure that comes and one that goes in the same hour are both told', async () => {
    const { runClips, db, pass, viewed, views } = await shop()
    const [fox, owl] = [(await aClip(db)).id, (await aClip(db)).id]
    await viewed([owl, 399, 5])
    await runClips()
    pass(DAY_MS)
    await viewed([fox, 100, 3])
    await runClips()
    expect(await views()).toEqual([[fox, { 400: 3 }]])
  })

  test('figures of more clips than are summed at once are all told, and stay when the server stops between', async () => {
    const { runClips, db, pass, viewed, views } = await shop()
    const { id: first } = await aClip(db)
    const row = await db.selectFrom('library').selectAll().executeTakeFirstOrThrow()
    const rows = Array.from({ length: 500 }, (_, n) => ({
      ...row,
      ...{ id: first + n + 1, content_hash: `copy ${n}`, file_name: `${n}.mp4` },
    }))
    for (let at = 0; at < rows.length; at += 100)
      await db
        .insertInto('library')
        .values(rows.slice(at, at + 100))
        .execute()
    // The last clip of the first part, and the only one of the second.
    const [edge, last] = [first + 499, first + 500]
    await viewed([first, 0, 1], [edge, 6, 2], [edge, 8, 3], [last, 0, 4])
    await runClips()
    const all = (views: number) => ({ 7: views, 30: views, 90: views, 400: views })
    const before = [
      [first, all(1)],
      [edge, { ...all(5), 7: 2 }],
      [last, all(4)],
    ]
    expect(await views()).toEqual(before)
    pass(DAY_MS)
    await viewed([first, 0, 10])
    const stop = new Error('the server stops')
    // Before each step, and before each part.
    let looks = 0
    const signal: Pick<AbortSignal, 'throwIfAborted'> & { aborted: boolean } = {
      aborted: false,
      throwIfAborted() {
        if (++looks < 4) return
        signal.aborted = true
        throw stop
      },
    }
    await expect(runClips(signal as AbortSignal)).rejects.toBe(stop)
    expect(await views()).toEqual([
      [first, all(11)],
      [edge, { 30: 5, 90: 5, 400: 5 }],
      [last, all(4)],
    ])
  })

  test('downloads of all time are counted for each clip on its own', async () => {
    const { runClips, db, at } = await shop()
    const [fox, owl] = [(await aClip(db)).id, (await aClip(db)).id]
    for (const clip of [fox, owl, owl]) await aDownload(db, clip, { created: at(1) })
    await runClips()
    const ofAllTime = db.selectFrom('library').select(['id', 'downloads']).orderBy('id')
    expect(await ofAllTime.execute()).toEqual([
      { id: fox, downloads: 1 },
      { id: owl, downloads: 2 },
    ])
  })

  test('creators’ months: this and the last are counted again, earlier ones only if they were missed', async () => {
    const { runClips, db, month } = await shop()
    const { id: fox } = await aClip(db)
    const take = (before: number, user_name: string) =>
      aDownload(db, fox, { user_name, created: month(before) })
    const counted = async () => {
      const rows = await db.selectFrom('creator_downloads').selectAll().orderBy('month', 'desc').execute()
      const nameOf = (text: string) => [0, 1, 2, 3].find((before) => month(before).startsWith(text))
      return rows.map(({ month: of, user_name, downloads }) => [nameOf(of), user_name, downloads])
    }
    await runClips()
    expect(await counted()).toEqual([])
    await take(3, 'Aoi')
    await runClips()
    expect(await counted()).toEqual([[3, 'Aoi', 1]])
    // Nobody counted for two months.
    for (const before of [2, 1, 0]) await take(before, 'Aoi')
    await runClips()
    const one = [0, 1, 2, 3].map((before) => [before, 'Aoi', 1])
    expect(await counted()).toEqual(one)
    for (const before of [2, 1, 0]) await take(before, 'Aoi')
    await runClips()
    expect(await counted()).toEqual([[0, 'Aoi', 2], [1, 'Aoi', 2], ...one.slice(2)])
  })
})
