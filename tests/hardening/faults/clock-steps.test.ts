import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { DAY_MS, MINUTE_MS } from '#domain/dates/spans.ts'
import { queueJob, renewLease, takeJob } from '#server/jobs/job-rows.ts'
import { anAddress } from '../../support/http/ask.ts'
import { aMember } from '../../support/shop/members.ts'
import { startTestServer, type TestServer } from '../../support/shop/server.ts'

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
})
