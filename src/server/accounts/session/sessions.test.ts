import type { Kysely } from 'kysely'
import { expect, test } from 'vitest'
import { DAY_MS, MINUTE_MS } from '#domain/dates/spans.ts'
import { rememberDevice } from '#server/accounts/known-devices.ts'
import { memberByAccessToken } from '#server/accounts/person.ts'
import type { Database } from '#server/db/schema.ts'
import { describeEachDatabase } from '../../../../tests/support/database/databases.ts'
import { aUser } from '../../../../tests/support/database/rows.ts'
import { watchedLogger } from '../../../../tests/support/leaks/watched-log.ts'
import { endSession, endSessionsOf, logout } from './end-session.ts'
import { refreshSession } from './refresh-session.ts'
import { IDLE_MS, LONGEST_MS, openSession } from './sessions.ts'
import { parseRefreshToken, randomSecret, refreshTokenText } from './tokens.ts'

const SECOND = 1000
const START = Date.parse('2026-11-21T00:00:00.000Z')

/** Use cases on a clock that stands still until the test moves it. */
function testDeps(db: Kysely<Database>) {
  let time = START
  const logged: string[] = []
  const log = watchedLogger('info', { write: (line) => logged.push(line) })
  const move = (ms: number) => {
    time += ms
  }
  return { deps: { db, log, now: () => new Date(time) }, move, logged }
}

async function aSession(open: () => Promise<Kysely<Database>>) {
  const { deps, move, logged } = testDeps(await open())
  const userId = await aUser(deps.db)
  const tokens = await openSession(deps, { userId, userAgent: 'test' })
  const refresh = async (token: string) => (await refreshSession(deps, token)).tokens
  const isSignedIn = async (token: string) => (await memberByAccessToken(deps, token)) !== undefined
  return { deps, userId, tokens, refresh, isSignedIn, move, logged }
}

const refused = { code: 'tokenInvalid' }

describeEachDatabase('a session', (open) => {
  test('is opened with tokens that the database does not contain', async () => {
    const { deps, tokens } = await aSession(open)
    expect(tokens).toMatchObject({ expires_in: 900, access_token: expect.stringMatching(/^nga_[\w-]{43}$/) })
    const rows = JSON.stringify([
      await deps.db.selectFrom('sessions').selectAll().execute(),
      await deps.db.selectFrom('access_tokens').selectAll().execute(),
    ])
    expect(rows).not.toContain(tokens.access_token.slice(4))
    expect(rows).not.toContain(parseRefreshToken(tokens.refresh_token)!.secret)
  })

  test('gives access for 900 seconds', async () => {
    const { deps, tokens, userId, isSignedIn, move } = await aSession(open)
    const [session] = await deps.db.selectFrom('sessions').select('id').execute()
    const member = await memberByAccessToken(deps, tokens.access_token)
    expect(member).toMatchObject({ id: userId, membership: 'free', sessionId: session!.id })
    move(900 * SECOND - 1)
    expect(await isSignedIn(tokens.access_token)).toBe(true)
    move(1)
    expect(await isSignedIn(tokens.access_token)).toBe(false)
  })

  test('continues by refreshing: each token works once', async () => {
    const { tokens, refresh, isSignedIn, move } = await aSession(open)
    let { refresh_token } = tokens
    const seen = new Set([refresh_token])
    for (let time = 0; time < 5; time++) {
      move(15 * MINUTE_MS)
      const next = await refresh(refresh_token)
      expect(await isSignedIn(next.access_token)).toBe(true)
      refresh_token = next.refresh_token
      expect(seen.has(refresh_token)).toBe(false)
      seen.add(refresh_token)
    }
  })

  test('gives the same successor again within ten seconds, with an access token of its own', async () => {
    const { tokens, refresh, isSignedIn, move } = await aSession(open)
    const first = await refresh(tokens.refresh_token)
    move(10 * SECOND)
    const second = await refresh(tokens.refresh_token)
    expect(second.refresh_token).toBe(first.refresh_token)
    expect(second.access_token).not.toBe(first.access_token)
    for (const { access_token } of [tokens, first, second]) expect(await isSignedIn(access_token)).toBe(true)
    expect((await refresh(first.refresh_token)).refresh_token).not.toBe(first.refresh_token)
  })

  test('ends when a used token comes back later, and logs that without the token', async () => {
    const { deps, tokens, refresh, isSignedIn, move, logged } = await aSession(open)
    const next = await refresh(tokens.refresh_token)
    move(10 * SECOND + 1)
    await expect(refresh(tokens.refresh_token)).rejects.toMatchObject(refused)
    await expect(refresh(next.refresh_token)).rejects.toMatchObject(refused)
    for (const { access_token } of [tokens, next]) expect(await isSignedIn(access_token)).toBe(false)
    const [session] = await deps.db.selectFrom('sessions').selectAll().execute()
    expect(session).toMatchObject({ revoked_reason: 'reuse' })
    expect(await deps.db.selectFrom('access_tokens').selectAll().execute()).toEqual([])
    expect(logged).toHaveLength(1)
    expect(logged[0]).not.toContain(parseRefreshToken(tokens.refresh_token)!.secret)
  })

  test('ends when the token before the last comes back, even at once', async () => {
    const { tokens, refresh } = await aSession(open)
    const next = await refresh(tokens.refresh_token)
    const last = await refresh(next.refresh_token)
    await expect(refresh(tokens.refresh_token)).rejects.toMatchObject(refused)
    await expect(refresh(last.refresh_token)).rejects.toMatchObject(refused)
  })

  test.each([0, 1, 2, 3])(
    'is not ended by a secret that is made up for generation %i',
    async (generation) => {
      const { tokens, refresh, isSignedIn, move } = await aSession(open)
      const second = await refresh(tokens.refresh_token)
      const third = await refresh(second.refresh_token)
      move(MINUTE_MS)
      const { family } = parseRefreshToken(tokens.refresh_token)!
      const forged = refreshTokenText({ family, generation, secret: randomSecret() })
      await expect(refresh(forged)).rejects.toMatchObject(refused)
      expect(await isSignedIn(third.access_token)).toBe(true)
      await refresh(third.refresh_token)
    },
  )

  test.each([
    '',
    '.',
    'x.0.y',
    `${'A'.repeat(22)}.0.${'A'.repeat(43)}`,
    `${'A'.repeat(22)}.-1.${'A'.repeat(43)}`,
  ])('is not refreshed by %j', async (token) => {
    const { refresh } = await aSession(open)
    await expect(refresh(token)).rejects.toMatchObject(refused)
  })

  test('survives a clock set back between two tabs', async () => {
    const { tokens, refresh, move } = await aSession(open)
    const first = await refresh(tokens.refresh_token)
    move(-60 * MINUTE_MS)
    expect((await refresh(tokens.refresh_token)).refresh_token).toBe(first.refresh_token)
  })

  test('ends after 14 days without a refresh', async () => {
    const { tokens, refresh, move } = await aSession(open)
    move(IDLE_MS - 1)
    const { refresh_token } = await refresh(tokens.refresh_token)
    move(IDLE_MS)
    await expect(refresh(refresh_token)).rejects.toMatchObject(refused)
  })

  test('ends after 60 days however often it is refreshed, and its last access token with it', async () => {
    const { tokens, refresh, isSignedIn, move } = await aSession(open)
    let { refresh_token } = tokens
    for (let day = 10; day < 60; day += 10) {
      move(10 * DAY_MS)
      ;({ refresh_token } = await refresh(refresh_token))
    }
    move(LONGEST_MS - 50 * DAY_MS - 100 * SECOND)
    const last = await refresh(refresh_token)
    expect(last.expires_in).toBe(100)
    move(100 * SECOND - 1)
    expect(await isSignedIn(last.access_token)).toBe(true)
    move(1)
    expect(await isSignedIn(last.access_token)).toBe(false)
    await expect(refresh(last.refresh_token)).rejects.toMatchObject(refused)
  })

  test('is ended by any token that it ever gave, and by no made-up one', async () => {
    const { deps, tokens, refresh, isSignedIn, move } = await aSession(open)
    const next = await refresh(tokens.refresh_token)
    move(MINUTE_MS)
    const { family } = parseRefreshToken(tokens.refresh_token)!
    for (const generation of [0, 1, 2])
      await logout(deps, refreshTokenText({ family, generation, secret: randomSecret() }))
    expect(await isSignedIn(next.access_token)).toBe(true)
    await logout(deps, tokens.refresh_token)
    expect(await isSignedIn(next.access_token)).toBe(false)
    await expect(refresh(next.refresh_token)).rejects.toMatchObject(refused)
    await logout(deps, tokens.refresh_token)
    const [session] = await deps.db.selectFrom('sessions').selectAll().execute()
    expect(session).toMatchObject({ revoked_reason: 'logout' })
  })

  test('is ended alone, or with all others of its member', async () => {
    const { deps, userId, tokens, isSignedIn } = await aSession(open)
    const [first] = await deps.db.selectFrom('sessions').select('id').execute()
    const second = await openSession(deps, { userId, userAgent: '' })
    const third = await openSession(deps, { userId, userAgent: '' })
    const other = await openSession(deps, { userId: await aUser(deps.db), userAgent: '' })
    await endSession(deps, first!.id, 'logout')
    expect(await isSignedIn(tokens.access_token)).toBe(false)
    expect(await isSignedIn(second.access_token)).toBe(true)
    await endSessionsOf(deps, userId, 'everywhere')
    for (const { access_token } of [second, third]) expect(await isSignedIn(access_token)).toBe(false)
    expect(await isSignedIn(other.access_token)).toBe(true)
  })

  test('that goes on keeps its device, and one that has ended already keeps its reason', async () => {
    const { deps, userId } = await aSession(open)
    const { db } = deps
    await openSession(deps, { userId, userAgent: 'kept' })
    await openSession(deps, { userId, userAgent: 'third' })
    const sessions = () =>
      db.selectFrom('sessions').select(['id', 'user_agent', 'revoked_reason']).orderBy('created').execute()
    const idOf = async (agent: string) => (await sessions()).find((one) => one.user_agent === agent)!.id
    const [kept, third] = [await idOf('kept'), await idOf('third')]
    for (const sessionId of [kept, third]) await rememberDevice(deps, { userId, sessionId, before: [] })
    await endSession(deps, third, 'logout')
    await endSessionsOf(deps, userId, 'password', kept)
    const reasons = new Map((await sessions()).map((one) => [one.id, one.revoked_reason]))
    expect([reasons.get(kept), reasons.get(third)]).toEqual([null, 'logout'])
    expect([...reasons.values()].filter((reason) => reason === 'password')).toHaveLength(1)
    const devices = await db.selectFrom('known_devices').select('session_id').execute()
    expect(devices).toEqual([{ session_id: kept }])
  })

  test.each(['revoked_at', 'expires_at'] as const)(
    'lets nobody in where its row alone says %s, whatever tokens are left',
    async (column) => {
      const { deps, tokens, isSignedIn } = await aSession(open)
      await deps.db
        .updateTable('sessions')
        .set({ [column]: deps.now().toISOString() })
        .execute()
      expect(await isSignedIn(tokens.access_token)).toBe(false)
    },
  )

  test('stores the beginning of the user agent', async () => {
    const { deps, userId } = await aSession(open)
    await openSession(deps, { userId, userAgent: 'x'.repeat(5000) })
    const rows = await deps.db.selectFrom('sessions').select('user_agent').execute()
    expect(rows.map(({ user_agent }) => user_agent.length).toSorted()).toEqual([300, 4])
  })
})

describeEachDatabase('two tabs that refresh at once', (_, databases) => {
  test('both get the same successor, a hundred times', async () => {
    const config = await databases.create()
    const one = testDeps(await databases.connect(config)).deps
    // Two processes may share a PostgreSQL database; a SQLite file has one.
    const two = databases.engine === 'sqlite' ? one : testDeps(await databases.connect(config)).deps
    const userId = await aUser(one.db)
    let { refresh_token } = await openSession(one, { userId, userAgent: '' })
    for (let round = 0; round < 100; round++) {
      const both = await Promise.all([
        refreshSession(one, refresh_token),
        refreshSession(two, refresh_token),
        refreshSession(one, refresh_token),
      ])
      const successors = new Set(both.map(({ tokens }) => tokens.refresh_token))
      expect(successors.size).toBe(1)
      expect(new Set(both.map(({ tokens }) => tokens.access_token)).size).toBe(3)
      expect(await memberByAccessToken(one, both[2]!.tokens.access_token)).toMatchObject({ id: userId })
      refresh_token = both[1]!.tokens.refresh_token
    }
    const [session] = await one.db.selectFrom('sessions').selectAll().execute()
    expect(session).toMatchObject({ generation: 100, revoked_at: null })
  })
})
