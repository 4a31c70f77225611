import { expect, test } from 'vitest'
import { DAY_MS } from '#domain/dates/spans.ts'
import { insertAdmin } from '#server/db/admin-row.ts'
import { queueJob } from '#server/jobs/job-rows.ts'
import { describePlainSql } from '../../../tests/support/database/databases.ts'
import { aClip, aUser } from '../../../tests/support/database/rows.ts'
import { accountsOn } from '../../../tests/support/shop/account-deps.ts'
import { figuresJob } from './figures-job.ts'
import { incomeOf, type Subscription } from './income.ts'
import { dismissJob, listFailedJobs, retryJob } from './queue.ts'
import { readOverview } from './read-overview.ts'

const ADMIN = { id: 1, membership: 'free', role: 'admin' } as const
const EDITOR = { id: 7, membership: 'free', role: 'editor' } as const

describePlainSql('the overview', (open) => {
  async function shop() {
    const accounts = accountsOn(await open())
    const { deps } = accounts
    let state: unknown
    return {
      ...accounts,
      db: deps.db,
      ago: (days: number) => new Date(deps.now().getTime() - days * DAY_MS).toISOString(),
      async count() {
        state = await figuresJob.run(deps, { state, signal: new AbortController().signal })
      },
      async business(days: 30 | 90 | 365 = 30) {
        return (await readOverview(deps, ADMIN, { days })).business!
      },
    }
  }
  type Shop = Awaited<ReturnType<typeof shop>>

  async function subscribe({ db, ago }: Shop, user_id: number, given: object = {}) {
    const id = `sub_${user_id}`
    await db
      .insertInto('stripe_customers')
      .values({ id: `cus_${user_id}`, user_id, created: ago(9) })
      .execute()
    const times = { current_period_end: ago(-9), created: ago(9), synced_at: ago(0) }
    await db
      .insertInto('subscriptions')
      .values({
        ...{ id, customer_id: `cus_${user_id}`, user_id, status: 'active', plan: 'pro_monthly', ...times },
        ...{ amount: 2900, currency: 'usd', ...given },
      })
      .execute()
  }

  test('new members are compared with the period before, and each day is in the chart', async () => {
    const it = await shop()
    for (const days of [0, 3, 29, 30, 45, 100]) await aUser(it.db, { created: it.ago(days) })
    await it.count()
    const month = await it.business()
    expect(month.new_members).toEqual({ now: 3, before: 2 })
    expect(month.charts.days).toHaveLength(30)
    expect(month.charts.days.at(-1)).toBe(it.ago(0).slice(0, 10))
    expect(month.charts.new_members.filter((value) => value === 1)).toHaveLength(3)
    expect(month.charts.new_members.at(-1)).toBe(1)
    expect((await it.business(90)).new_members).toEqual({ now: 5, before: 1 })
  })

  test('members are counted by membership, without the admin', async () => {
    const it = await shop()
    await insertAdmin(it.db, {
      ...{ name: 'Admin', email: 'admin@example.com', email_normalised: 'admin@example.com' },
      ...{ password_hash: '$argon2id$', created: it.ago(0) },
    })
    const [payer, granted, ended] = [await aUser(it.db), await aUser(it.db), await aUser(it.db)]
    const tester = await aUser(it.db)
    await aUser(it.db)
    await subscribe(it, payer)
    await subscribe(it, ended, { status: 'canceled', ended_at: it.ago(2) })
    await it.db.updateTable('users').set({ granted_membership: 'pro' }).where('id', '=', granted).execute()
    await it.db
      .insertInto('testers')
      .values({ user_id: tester, claimed_at: it.ago(1) })
      .execute()
    await it.count()
    const { members, ended: gone, income, charts } = await it.business()
    expect(members).toEqual({ free: 2, pro: 2, early_adopter: 1 })
    expect(gone).toEqual({ now: 1, before: 0 })
    expect(income).toEqual([{ currency: 'usd', amount: 2900 }])
    expect(charts.paying.at(-1)).toBe(3)
    expect(charts.paying.at(-2)).toBe(null)
  })

  test('counts continue day by day, and keep the past', async () => {
    const it = await shop()
    const payer = await aUser(it.db, { created: it.ago(0) })
    await subscribe(it, payer)
    await it.count()
    it.pass(DAY_MS)
    await it.db
      .updateTable('subscriptions')
      .set({ status: 'canceled', ended_at: it.ago(0) })
      .execute()
    await aUser(it.db, { created: it.ago(0) })
    await it.count()
    const { income, members, charts, counted } = await it.business()
    expect([income, members]).toEqual([[], { free: 2, pro: 0, early_adopter: 0 }])
    expect(charts.new_members.slice(-2)).toEqual([1, 1])
    expect(charts.income).toEqual([{ currency: 'usd', amounts: [...Array(28).fill(null), 2900, null] }])
    expect(counted).toBe(null)
  })

  test('editors see the library and its queue, and nothing of members and money', async () => {
    const it = await shop()
    await aClip(it.db)
    await aClip(it.db, { source: { state: 'draft' } })
    await queueJob(it.db, { kind: 'ingest', payload: { file: 1 } })
    await queueJob(it.db, { kind: 'mail', payload: {} })
    const seen = await readOverview(it.deps, EDITOR, { days: 30 })
    expect(seen).toMatchObject({
      library: { published: 1, draft: 1, hidden: 0 },
      ingest: { waiting: 1, running: 0, failing: 0, given_up: 0 },
      mails: { waiting: 1 },
      jobs: { waiting: 2 },
      business: null,
    })
  })

  test('free disk space, the size of films and the last backup are shown', async () => {
    const it = await shop()
    await aClip(it.db, { media: { byte_size: 3_000_000_000 } })
    const few = { films: 3_000_000_000, films_counted: null }
    expect(await it.business()).toMatchObject({ disk: few, backup: null })
    await aClip(it.db, { media: { byte_size: 5 } })
    const backup = { at: it.ago(1), bytes: 12 }
    await it.db
      .insertInto('operations')
      .values({ key: 'backup', value: JSON.stringify(backup) })
      .execute()
    const { disk, backup: last } = await it.business()
    expect(disk.films).toBe(3_000_000_005)
    expect(disk.total).toBeGreaterThan(disk.free)
    expect(last).toEqual(backup)
  })

  test('a failed or late backup is shown, if the server makes them', async () => {
    const it = await shop()
    const { db, now, files, site } = it.deps
    const trouble = async (backsUp = true) => {
      const { business } = await readOverview({ db, now, files, site, backsUp }, ADMIN, { days: 30 })
      return business!.backup_trouble
    }
    const job = { kind: 'backup', unique_key: 'backup', payload: '{}', state: 'null', run_at: it.ago(0) }
    await it.db
      .insertInto('jobs')
      .values({ ...job, created: it.ago(9) })
      .execute()
    const backedUp = async (hours: number) => {
      const value = JSON.stringify({ at: it.ago(hours / 24) })
      await it.db.deleteFrom('operations').execute()
      await it.db.insertInto('operations').values({ key: 'backup', value }).execute()
    }
    expect(await trouble(false)).toBe(null)
    expect(await trouble()).toBe('late')
    await backedUp(25)
    expect(await trouble()).toBe(null)
    await backedUp(27)
    expect(await trouble()).toBe('late')
    await it.db.updateTable('jobs').set({ last_error: 'Error: no' }).execute()
    expect(await trouble()).toBe('failed')
    expect(await trouble(false)).toBe(null)
  })

  test('a damaged database is shown before all, and a backup that cannot be restored before a late one', async () => {
    const it = await shop()
    const { db, now, files, site } = it.deps
    const trouble = async (backsUp = true) => {
      const { business } = await readOverview({ db, now, files, site, backsUp }, ADMIN, { days: 30 })
      return business!.backup_trouble
    }
    const note = (key: string, value: object) =>
      db
        .insertInto('operations')
        .values({ key, value: JSON.stringify(value) })
        .execute()
    const job = {
      payload: '{}',
      state: 'null',
      run_at: it.ago(0),
      created: it.ago(9),
      last_error: 'Error: no',
    }
    const failed = (kind: string) =>
      db
        .insertInto('jobs')
        .values({ ...job, kind, unique_key: kind })
        .execute()
    await note('backup', { at: it.ago(0) })
    await failed('search.rerank')
    await note('backup.proof', { at: it.ago(0), id: '2026' })
    expect(await trouble()).toBe(null)
    await failed('backup')
    expect(await trouble()).toBe('failed')
    await db.deleteFrom('operations').where('key', '=', 'backup.proof').execute()
    await note('backup.proof', { at: it.ago(0), id: '2026', fault: 'page 7' })
    expect(await trouble()).toBe('unproven')
    await db.deleteFrom('operations').where('key', '=', 'backup.proof').execute()
    await failed('backup.proof')
    expect(await trouble()).toBe('unproven')
    await db
      .updateTable('jobs')
      .set({ finished_at: it.ago(0) })
      .execute()
    expect(await trouble()).toBe(null)
    await note('backup.damage', { at: it.ago(0), fault: 'page 7' })
    expect([await trouble(), await trouble(false)]).toEqual(['damaged', 'damaged'])
  })

  test('a failing job is retried at once, a given-up one dismissed, and both are logged', async () => {
    const it = await shop()
    const fail = (kind: string, values: object) =>
      it.db
        .insertInto('jobs')
        .values({
          ...{ kind, payload: '{}', state: 'null', created: it.ago(1), attempts: 4, last_error: 'Error: no' },
          ...{ unique_key: null, run_at: it.ago(-1), ...values },
        })
        .returning('id')
        .executeTakeFirstOrThrow()
    const failing = await fail('mail', {})
    const over = await fail('mail', { finished_at: it.ago(0) })
    const recurring = await fail('search.rerank', { unique_key: 'search.rerank' })
    const running = await fail('ingest', { locked_until: it.ago(-1), locked_by: 'me' })
    const shown = async () => (await listFailedJobs(it.deps)).jobs.map(({ id, state }) => [id, state])
    expect(await shown()).toEqual([
      [running.id, 'failing'],
      [recurring.id, 'failing'],
      [over.id, 'givenUp'],
      [failing.id, 'failing'],
    ])
    await retryJob(it.deps, ADMIN, failing.id)
    const job = it.db.selectFrom('jobs').select('run_at').where('id', '=', failing.id)
    expect((await job.executeTakeFirstOrThrow()).run_at < it.ago(-0.5)).toBe(true)
    await expect(retryJob(it.deps, ADMIN, over.id)).rejects.toMatchObject({ code: 'notFound' })
    for (const { id } of [over, recurring, running, over]) await dismissJob(it.deps, ADMIN, id)
    expect((await shown()).map(([id]) => id)).toEqual([running.id, recurring.id, failing.id])
    const records = await it.db
      .selectFrom('audit_records')
      .select(['actor', 'action'])
      .orderBy('id')
      .execute()
    expect(records).toEqual([
      { actor: 'user:1', action: 'job.retry' },
      { actor: 'user:1', action: 'job.dismiss' },
    ])
  })
})

test('income is by currency, counts a twelfth of a year, and leaves out subscriptions that end', () => {
  const monthly: Subscription = {
    ...{ status: 'active', plan: 'pro_monthly', past_due_since: null, cancel_at_period_end: 0 },
    ...{ cancel_at: null, amount: 2900, currency: 'usd', end_reason: null },
  }
  const now = new Date('2026-11-22T00:00:00.000Z')
  const yearly = { ...monthly, plan: 'pro_yearly', amount: 26_400 }
  const late = { ...monthly, status: 'past_due' }
  expect(
    incomeOf(
      [
        ...[monthly, yearly, { ...yearly, amount: 12_005, currency: 'eur' }],
        { ...monthly, amount: 3000, currency: 'jpy' },
        { ...monthly, amount: null },
        { ...monthly, status: 'trialing' },
        { ...monthly, end_reason: 'duplicate' },
        { ...monthly, cancel_at_period_end: 1 },
        { ...late, past_due_since: '2026-11-20T00:00:00.000Z' },
        { ...late, past_due_since: '2026-11-01T00:00:00.000Z' },
      ],
      now,
    ),
  ).toEqual({
    income: [
      { currency: 'eur', amount: 1000 },
      { currency: 'jpy', amount: 3000 },
      { currency: 'usd', amount: 2900 + 2200 + 2900 },
    ],
    unpriced: 1,
    ending: 1,
  })
})
