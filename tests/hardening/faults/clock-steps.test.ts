import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { DAY_MS, MINUTE_MS } from '#domain/dates/spans.ts'
import { signIn } from '#server/accounts/session/sessions.ts'
import { queueJob, renewLease, takeJob } from '#server/jobs/job-rows.ts'
import { publishDueJob } from '#server/library/clip/publish-due.ts'
import { createPromotion } from '#server/sets/create-set.ts'
import { aClip } from '../../support/database/rows.ts'
import { anAddress } from '../../support/http/ask.ts'
import { aMember, type TestMember } from '../../support/shop/members.ts'
import { startTestServer, type TestServer } from '../../support/shop/server.ts'

const { signal } = new AbortController()

/** Of SQLite's machine. With PostgreSQL its clock alone counts, which no test can set; see fleet-clocks.test.ts. */
describe('a clock that is set forward by a day, and back', () => {
  let server: TestServer
  let start: number

  beforeAll(async () => {
    server = await startTestServer({ env: { TRUST_PROXY: 'on', LOG_LEVEL: 'fatal' } })
    await aMember(server.deps, { admin: true })
  })
  beforeEach(() => {
    start = Date.now()
  })
  afterEach(() => void vi.useRealTimers())
  afterAll(() => server.close())

  /** Milliseconds from the start of the test. */
  function setClock(by: number): void {
    vi.useFakeTimers({ toFake: ['Date'], now: start + by })
  }

  async function ask(method: string, path: string, headers: Record<string, string> = {}, body?: object) {
    const answer = await fetch(server.at(path), {
      method,
      headers: { 'x-forwarded-for': anAddress(), ...headers },
      redirect: 'manual',
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    return { status: answer.status, json: text.startsWith('{') ? JSON.parse(text) : undefined }
  }

  test('ends no active session, and revives no ended one', async () => {
    const { headers, refresh_token } = await aMember(server.deps)
    const mayRead = async (token: { authorization: string }) =>
      (await ask('GET', '/api/user', token)).status === 200
    setClock(DAY_MS)
    expect(await mayRead(headers)).toBe(false)
    const { json } = await ask('POST', '/api/users/refresh-token', {}, { refresh_token })
    const renewed = { authorization: `Bearer ${json.access_token}` }
    setClock(0)
    expect(await mayRead(renewed)).toBe(true)
    const again = await ask('POST', '/api/users/refresh-token', {}, { refresh_token: json.refresh_token })
    expect(again.status).toBe(200)
    await ask('POST', '/api/users/logout', {}, { refresh_token: again.json.refresh_token })
    for (const by of [0, DAY_MS, -DAY_MS]) {
      setClock(by)
      for (const token of [headers, renewed]) expect(await mayRead(token)).toBe(false)
    }
  })

  test('opens no film by an expired link', async () => {
    const { deps } = server
    const { cloudpath } = await aClip(deps.db)
    await deps.storage.put(cloudpath, Buffer.alloc(1_000), 'video/mp4')
    const { headers } = await aMember(deps, { membership: 'pro' })
    const { url } = (await ask('GET', `/api/media-sign?filepath=${cloudpath}`, headers)).json
    const open = async () => (await fetch(new URL(url, server.url))).status
    const opened: number[] = []
    for (const by of [0, DAY_MS, 0, 6 * MINUTE_MS]) {
      setClock(by)
      opened.push(await open())
    }
    expect(opened).toEqual([200, 403, 200, 403])
  })

  test('blocks sign-ins no longer than the clock was wrong', async () => {
    const member = await aMember(server.deps)
    const address = anAddress()
    const enter = async (password: string) => {
      const authorization = `Basic ${Buffer.from(`${member.email}:${password}`).toString('base64')}`
      return (await ask('GET', '/api/users/login', { authorization, 'x-forwarded-for': address })).status
    }
    setClock(DAY_MS)
    for (let n = 0; n < 10; n++) await enter('a wrong one')
    expect(await enter(member.password)).toBe(429)
    setClock(DAY_MS + 16 * MINUTE_MS)
    expect(await enter(member.password)).toBe(200)
  })

  test('closes a promotion, and opens it again', async () => {
    const { deps } = server
    const { id, cloudpath } = await aClip(deps.db)
    const { id: maker } = await aMember(deps, { membership: 'pro' })
    const set = { promo_name: 'Autumn', source_ids: [id], expires_in_days: 1 }
    await createPromotion(deps, { id: maker, membership: 'pro' }, set)
    const member = await aMember(deps)
    const path = `/api/media-sign-promo?promo=autumn&source=${id}&filepath=${cloudpath}`
    const taken: number[] = []
    for (const by of [0, DAY_MS + MINUTE_MS, 0]) {
      setClock(by)
      taken.push((await ask('GET', path, await headersOf(member))).status)
    }
    expect(taken).toEqual([200, 410, 200])
  })

  test('counts the days of a payment that is due', async () => {
    const member = await aMember(server.deps)
    await pastDue(member, start - 6.5 * DAY_MS)
    const memberships: string[] = []
    for (const by of [0, DAY_MS, 0]) {
      setClock(by)
      const headers = await headersOf(member)
      memberships.push((await ask('GET', '/api/user', headers)).json.membership)
    }
    expect(memberships).toEqual(['pro', 'free', 'pro'])
  })

  test('publishes a scheduled clip once', async () => {
    const { deps } = server
    const publish_at = new Date(start + 60 * MINUTE_MS).toISOString()
    const { id } = await aClip(deps.db, { source: { state: 'draft', ai: 0, publish_at } })
    const published: unknown[] = []
    for (const by of [0, DAY_MS, 0, DAY_MS]) {
      setClock(by)
      published.push(await publishDueJob.run(deps, { state: undefined, signal }))
    }
    expect(published).toEqual([0, 1, 0, 0].map((each) => ({ published: each })))
    expect(await deps.db.selectFrom('sources').select('id').where('id', '=', id).execute()).toHaveLength(1)
  })

  /** Leases go by the database's clock, so rows are moved instead. */
  test('lets one other process take a job over, and the first one notices', async () => {
    const { db } = server.deps
    await queueJob(db, { kind: 'test', payload: 1 })
    const take = (holder: string) => takeJob(db, { kind: 'test', holder, leaseSeconds: 60 })
    const first = await take('first')
    const moveRows = async (ms: number) => {
      const row = await db.selectFrom('jobs').selectAll().where('kind', '=', 'test').executeTakeFirstOrThrow()
      const moved = (time: string) => new Date(Date.parse(time) + ms).toISOString()
      const times = { run_at: moved(row.run_at), locked_until: moved(row.locked_until!) }
      await db.updateTable('jobs').set(times).where('id', '=', row.id).execute()
    }
    await moveRows(DAY_MS)
    expect(await take('early')).toBeUndefined()
    await moveRows(-2 * DAY_MS)
    const others = await Promise.all(['second', 'third', 'fourth'].map(take))
    expect(others.filter(Boolean)).toHaveLength(1)
    expect(await renewLease(db, first!, 60)).toBe(false)
  })

  /** Of a session that begins now. */
  async function headersOf({ id: userId }: TestMember) {
    const { access_token } = await signIn(server.deps, { userId, userAgent: 'test' })
    return { authorization: `Bearer ${access_token}` }
  }

  async function pastDue(member: TestMember, since: number): Promise<void> {
    const { db } = server.deps
    const at = new Date(start - 40 * DAY_MS).toISOString()
    const customer_id = `cus_${member.id}`
    await db
      .insertInto('stripe_customers')
      .values({ id: customer_id, user_id: member.id, created: at })
      .execute()
    await db
      .insertInto('subscriptions')
      .values({
        ...{ id: `sub_${member.id}`, customer_id, user_id: member.id, created: at, synced_at: at },
        ...{ status: 'past_due', plan: 'pro_monthly', past_due_since: new Date(since).toISOString() },
        ...{ current_period_end: new Date(start + 20 * DAY_MS).toISOString(), cancel_at: null },
        ...{ ended_at: null, renewal_notice_for: null, amount: 2900, currency: 'usd' },
        ...{ end_reason: null, end_handled_at: null },
      })
      .execute()
  }
})
