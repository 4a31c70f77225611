import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '#domain/dates/spans.ts'
import { describePlainSql } from '../../../tests/support/database/databases.ts'
import { aClip, aDownload, aSubscription, aUser } from '../../../tests/support/database/rows.ts'
import { accountsOn } from '../../../tests/support/shop/account-deps.ts'
import { figuresJob } from './figures-job.ts'
import { incomeOf, type Subscription } from './income.ts'
import { readDisk, readOverview } from './read-overview.ts'

const ADMIN = { id: 1, membership: 'free', role: 'admin' } as const

/** Rows in inserts that SQLite accepts. */
function* parts<Row>(rows: readonly Row[]): Generator<Row[]> {
  for (let at = 0; at < rows.length; at += 100) yield rows.slice(at, at + 100)
}

describePlainSql('figures of the overview', (open) => {
  /** Counted until yesterday, since two years of days take a while; or `never`. */
  async function shop(counted: 'yesterday' | 'never' = 'yesterday') {
    const accounts = accountsOn(await open())
    const { deps } = accounts
    const day = new Date(deps.now().getTime() - DAY_MS).toISOString().slice(0, 10)
    let state: unknown = counted === 'never' ? undefined : { day }
    return {
      ...accounts,
      db: deps.db,
      ago: (ms: number) => new Date(deps.now().getTime() - ms).toISOString(),
      /** The first instant of a day, `days` before today. */
      midnight: (days: number) =>
        `${new Date(deps.now().getTime() - days * DAY_MS).toISOString().slice(0, 10)}T00:00:00.000Z`,
      async count(signal = new AbortController().signal) {
        state = await figuresJob.run(deps, { state, signal })
        return state
      },
      business: async (days: 30 | 365 = 30) => (await readOverview(deps, ADMIN, { days })).business!,
    }
  }

  test('a day lasts from midnight to midnight, UTC, and two years are counted', async () => {
    const { db, count, midnight, business } = await shop('never')
    const last = (midnight: string) => new Date(Date.parse(midnight) - 1).toISOString()
    const times = [midnight(0), last(midnight(0)), last(midnight(1)), midnight(729), midnight(731)]
    const clip = await aClip(db)
    for (const created of times) {
      const id = await aUser(db, { created })
      await aSubscription(db, id, { status: 'canceled', ended_at: created })
      await aDownload(db, clip.id, { created })
    }
    await count()
    const { charts, new_members, ended, downloads } = await business()
    for (const series of [charts.new_members, charts.ended, charts.downloads])
      expect(series.slice(-4)).toEqual([0, 1, 1, 1])
    expect([new_members, ended, downloads]).toEqual(Array(3).fill({ now: 3, before: 0 }))
    expect((await business(365)).new_members).toEqual({ now: 3, before: 1 })
  })

  test('a day lasts from midnight to midnight of the shop’s time zone; another zone’s days are counted anew', async () => {
    const { db, deps, count, pass, business } = await shop('never')
    pass(Date.parse('2026-11-21T18:00:00.000Z') - deps.now().getTime())
    for (const created of [
      '2026-11-20T14:59:59.999Z',
      '2026-11-20T15:00:00.000Z',
      '2026-11-21T15:00:00.000Z',
    ])
      await aUser(db, { created })
    await count()
    const inUtc = await business()
    expect(inUtc.charts.days.at(-1)).toBe('2026-11-21')
    expect(inUtc.charts.new_members.slice(-3)).toEqual([0, 2, 1])
    deps.site.timeZone = 'Asia/Tokyo'
    await count()
    const { charts } = await business()
    expect([charts.days.at(-1), charts.time_zone]).toEqual(['2026-11-22', 'Asia/Tokyo'])
    expect(charts.new_members.slice(-4)).toEqual([0, 1, 1, 1])
  })

  test('days are counted on from the last one, which was not over; its figures of members stay', async () => {
    const { db, count, ago, pass, business, midnight } = await shop('never')
    const granted = await aUser(db, { created: ago(0), granted_membership: 'pro' })
    await count()
    await db
      .updateTable('users')
      .set({ created: ago(3 * DAY_MS) })
      .execute()
    await aUser(db, { created: ago(0) })
    await aUser(db, { created: ago(0) })
    pass(DAY_MS)
    expect((await business()).members).toEqual({ free: 0, pro: 1, early_adopter: 0 })
    await aUser(db, { created: midnight(0) })
    await db
      .updateTable('users')
      .set({ granted_membership: 'early_adopter' })
      .where('id', '=', granted)
      .execute()
    await count()
    const { charts, members } = await business()
    // Three days ago was over when it was counted.
    expect(charts.new_members.slice(-5)).toEqual([0, 0, 0, 2, 1])
    expect(charts.paying.slice(-3)).toEqual([null, 1, 1])
    expect(members).toEqual({ free: 3, pro: 0, early_adopter: 1 })
  })

  test('what ends, what has no price and each currency is told', async () => {
    const { db, count, business, pass } = await shop()
    const pays = async (given: object) => aSubscription(db, await aUser(db), given)
    await pays({ cancel_at_period_end: 1 })
    await pays({ amount: null, currency: null })
    await pays({ amount: 3000, currency: 'jpy' })
    await pays({ amount: 1000, currency: 'eur' })
    await pays({ status: 'canceled' })
    await pays({ status: 'unpaid' })
    await count()
    expect(await business()).toMatchObject({
      ...{ ending: 1, unpriced: 1, members: { free: 2, pro: 4, early_adopter: 0 } },
      income: [
        { currency: 'eur', amount: 1000 },
        { currency: 'jpy', amount: 3000 },
      ],
    })
    // The last euro leaves within the day, and everybody by the next.
    await db.updateTable('subscriptions').set({ status: 'canceled' }).where('currency', '=', 'eur').execute()
    await count()
    expect((await business()).income).toEqual([{ currency: 'jpy', amount: 3000 }])
    pass(DAY_MS)
    await db.updateTable('subscriptions').set({ status: 'canceled' }).execute()
    await count()
    const { income, charts } = await business()
    expect(income).toEqual([])
    expect(charts.income).toEqual([{ currency: 'jpy', amounts: [...Array(28).fill(null), 3000, null] }])
  })

  test('when the figures were counted is that job’s last success', async () => {
    const { db, count, ago, business } = await shop()
    const at = (await count()) as { at: string }
    const job = { payload: 'null', created: ago(0), run_at: ago(0) }
    const state = JSON.stringify(at)
    await db
      .insertInto('jobs')
      .values([
        { ...job, kind: 'other', unique_key: 'other', state: '{"at":"2020-01-01T00:00:00.000Z"}' },
        { ...job, kind: 'overview.figures', unique_key: 'overview.figures', state: 'null' },
      ])
      .execute()
    expect((await business()).counted).toBe(null)
    await db.updateTable('jobs').set({ state }).where('kind', '=', 'overview.figures').execute()
    expect((await business()).counted).toBe(at.at)
    await db
      .updateTable('jobs')
      .set({ finished_at: ago(0) })
      .execute()
    expect((await business()).counted).toBe(null)
  })

  test('every film and every paying member counts, however many', async () => {
    const { db, count, pass, business, ago } = await shop()
    const { id: clip } = await aClip(db)
    const source = await db.selectFrom('library').selectAll().executeTakeFirstOrThrow()
    const media = await db.selectFrom('medias').selectAll().executeTakeFirstOrThrow()
    const numbers = Array.from({ length: 2_000 }, (_, n) => clip + n + 1)
    for (const ids of parts(numbers)) {
      await db
        .insertInto('library')
        .values(ids.map((id) => ({ ...source, id, content_hash: `copy ${id}` })))
        .execute()
      const films = ids.map((id) => ({ ...media, source_id: id, cloudpath: `${id}.mp4`, byte_size: 1_000 }))
      await db
        .insertInto('medias')
        .values(films.map(({ id: _, ...film }) => film))
        .execute()
    }
    await db.updateTable('medias').set({ byte_size: 7 }).where('source_id', '=', clip).execute()
    const user = await aUser(db, { granted_membership: 'pro' })
    await aSubscription(db, user, { id: 'sub' })
    const paid = await db.selectFrom('subscriptions').selectAll().executeTakeFirstOrThrow()
    for (const ids of parts(numbers.slice(0, 1_000)))
      await db
        .insertInto('subscriptions')
        .values(ids.map((id) => ({ ...paid, id: `sub_${id}`, amount: 1 })))
        .execute()
    const row = await db.selectFrom('users').selectAll().executeTakeFirstOrThrow()
    for (const ids of parts(numbers.slice(0, 501))) {
      const people = ids.map((n) => ({ ...row, email: `p${n}@x.jp`, email_normalised: `p${n}@x.jp` }))
      await db
        .insertInto('users')
        .values(people.map(({ id: _, ...person }) => person))
        .execute()
    }
    await count()
    const first = await business()
    expect(first.disk).toMatchObject({ films: 2_000_007, films_counted: ago(0) })
    expect(first.income).toEqual([{ currency: 'usd', amount: 3900 }])
    expect(first.members).toEqual({ free: 0, pro: 502, early_adopter: 0 })
    // So many films are counted once a day.
    await db.updateTable('medias').set({ byte_size: 8 }).where('source_id', '=', clip).execute()
    await count()
    expect((await business()).disk.films).toBe(2_000_007)
    pass(DAY_MS)
    await count()
    expect((await business()).disk.films).toBe(2_000_008)
  })

  test('the server stops between days', async () => {
    const { count, business } = await shop()
    await expect(count(AbortSignal.abort(new Error('the server stops')))).rejects.toThrow('the server stops')
    expect((await business()).new_members).toEqual({ now: 0, before: 0 })
  })

  test('a backup is late after 26 hours; another job’s failure is not the backup’s', async () => {
    const {
      deps: { now, files, site },
      db,
      ago,
    } = await shop()
    const trouble = async () =>
      (await readOverview({ db, now, files, site, backsUp: true }, ADMIN, { days: 30 })).business!
        .backup_trouble
    const job = { payload: '{}', state: 'null', run_at: ago(0), created: ago(0), last_error: 'Error: no' }
    await db
      .insertInto('jobs')
      .values([
        { ...job, kind: 'other', unique_key: 'other' },
        { ...job, kind: 'backup', unique_key: 'backup', finished_at: ago(0) },
      ])
      .execute()
    for (const [age, found] of [
      [26 * HOUR_MS, null],
      [26 * HOUR_MS + 1, 'late'],
    ] as const) {
      await db.deleteFrom('operations').execute()
      const value = JSON.stringify({ at: ago(age) })
      await db
        .insertInto('operations')
        .values([
          { key: 'another', value: '{}' },
          { key: 'backup', value },
        ])
        .execute()
      expect(await trouble()).toBe(found)
    }
  })

  test('the database’s size is that of its file and its log', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'nagare-disk-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    const databaseFile = join(folder, 'nagare.db')
    const size = async (files: { dataDir: string; databaseFile?: string }) =>
      (await readDisk({ files })).database
    expect(await size({ dataDir: folder })).toBe(null)
    expect(await size({ dataDir: folder, databaseFile })).toBe(0)
    await writeFile(databaseFile, 'x'.repeat(100))
    await writeFile(`${databaseFile}-wal`, 'x'.repeat(20))
    expect(await size({ dataDir: folder, databaseFile })).toBe(120)
    const { free, total } = await readDisk({ files: { dataDir: folder } })
    expect(free).toBeGreaterThan(1_000_000)
    expect(total).toBeGreaterThanOrEqual(free)
  })
})

test('what ends at a day, has no currency or an unknown plan is told apart', () => {
  const one: Subscription = {
    ...{ status: 'active', plan: 'pro_monthly', past_due_since: null, cancel_at_period_end: 0 },
    ...{ cancel_at: null, amount: 2900, currency: 'usd', end_reason: null },
  }
  const now = new Date('2026-11-22T00:00:00.000Z')
  expect(incomeOf([], now)).toEqual({ income: [], unpriced: 0, ending: 0 })
  expect(incomeOf([{ ...one, cancel_at: '2026-12-01T00:00:00.000Z' }], now)).toMatchObject({
    ending: 1,
    income: [],
  })
  expect(incomeOf([{ ...one, status: 'trialing', cancel_at_period_end: 1 }], now)).toMatchObject({
    ending: 1,
  })
  expect(
    incomeOf(
      [
        { ...one, currency: null },
        { ...one, amount: null },
      ],
      now,
    ),
  ).toMatchObject({
    ...{ unpriced: 2, income: [] },
  })
  expect(incomeOf([{ ...one, plan: 'unknown' }], now).income).toEqual([{ currency: 'usd', amount: 2900 }])
})
