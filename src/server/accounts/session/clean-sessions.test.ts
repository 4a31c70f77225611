import { expect, test } from 'vitest'
import { HOUR_MS } from '#domain/dates/spans.ts'
import { rememberDevice } from '#server/accounts/known-devices.ts'
import type { Deps } from '#server/deps.ts'
import { describeEachDatabase } from '../../../../tests/support/database/databases.ts'
import { aUser } from '../../../../tests/support/database/rows.ts'
import { cleanSessions } from './clean-sessions.ts'
import { endSession } from './end-session.ts'
import { openSession } from './sessions.ts'

describeEachDatabase('the cleaning of sessions', (open) => {
  test('deletes ended sessions and keeps live ones', async () => {
    const db = await open()
    let time = Date.parse('2026-11-21T00:00:00.000Z')
    const deps = { db, now: () => new Date(time) } as Deps
    const clean = () => cleanSessions.run(deps, { state: undefined, signal: AbortSignal.abort() })
    const count = async (table: 'sessions' | 'access_tokens' | 'rate_limits' | 'known_devices') =>
      (await db.selectFrom(table).selectAll().execute()).length

    const userId = await aUser(db)
    await openSession(deps, { userId, userAgent: 'kept' })
    await openSession(deps, { userId, userAgent: 'ended' })
    const [ended] = await db.selectFrom('sessions').select('id').where('user_agent', '=', 'ended').execute()
    await endSession(deps, ended!.id, 'logout')
    await rememberDevice(deps, { userId, sessionId: ended!.id, before: [] })
    await db
      .insertInto('rate_limits')
      .values([
        { key: 'old', points: 1, expire: time },
        { key: 'new', points: 1, expire: time + 2 * HOUR_MS },
      ])
      .execute()
    await clean()
    expect([await count('sessions'), await count('access_tokens'), await count('rate_limits')]).toEqual([
      2, 1, 2,
    ])

    time += 2 * HOUR_MS
    await clean()
    expect([await count('sessions'), await count('access_tokens'), await count('rate_limits')]).toEqual([
      1, 0, 1,
    ])
    const [kept] = await db.selectFrom('sessions').select('user_agent').execute()
    expect(kept?.user_agent).toBe('kept')

    time += 15 * 24 * HOUR_MS
    await clean()
    expect([await count('sessions'), await count('known_devices')]).toEqual([0, 1])

    time += 180 * 24 * HOUR_MS
    await clean()
    expect(await count('known_devices')).toBe(0)
  })

  test('keeps sessions that ended within the last hour, for processes with another clock', async () => {
    const db = await open()
    const now = Date.parse('2026-11-21T00:00:00.000Z')
    const deps = { db, now: () => new Date(now) } as Deps
    const user_id = await aUser(db)
    const ends = { old: now - HOUR_MS - 1, young: now - HOUR_MS }
    for (const [id, at] of Object.entries(ends)) {
      const expires_at = new Date(at).toISOString()
      const later = new Date(now + HOUR_MS).toISOString()
      const times = { created: expires_at, rotated_at: expires_at, absolute_expires_at: later }
      const session = { user_id, token_hash: '', secret: id, user_agent: '', revoked_at: null, ...times }
      await db
        .insertInto('sessions')
        .values([
          { ...session, id, expires_at, revoked_reason: null },
          {
            ...session,
            id: `${id} ended`,
            expires_at: later,
            revoked_at: expires_at,
            revoked_reason: 'logout',
          },
        ])
        .execute()
      await db
        .insertInto('access_tokens')
        .values({ token_hash: id, session_id: id, user_id, created: expires_at, expires_at })
        .execute()
      await db
        .insertInto('known_devices')
        .values({ secret_hash: id, user_id, session_id: id, created: expires_at, expires_at })
        .execute()
      await db.insertInto('rate_limits').values({ key: id, points: 1, expire: at }).execute()
    }
    await cleanSessions.run(deps, { state: undefined, signal: AbortSignal.abort() })
    const left = async (table: 'sessions' | 'known_devices' | 'rate_limits' | 'access_tokens') =>
      (await db.selectFrom(table).selectAll().execute()).length
    expect(await left('sessions')).toBe(2)
    expect([await left('access_tokens'), await left('known_devices'), await left('rate_limits')]).toEqual([
      1, 1, 1,
    ])
  })
})
