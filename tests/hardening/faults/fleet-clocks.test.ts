import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { parseRefreshToken } from '#server/accounts/session/tokens.ts'
import { aClip } from '../../support/database/rows.ts'
import { anAddress, askServer } from '../../support/http/ask.ts'
import { type Fleet, startFleet } from '../../support/shop/fleet.ts'
import { aMember } from '../../support/shop/members.ts'
import { LONG } from '../support/long.ts'

const SECOND = 1000
/** By how many seconds the second server's clock is ahead, and the third's behind. */
const SKEWS = LONG ? [15, -15, 5 * 60, -6 * 60, 24 * 60 * 60] : [15, 6 * 60]

let fleet: Fleet
beforeAll(async () => {
  fleet = await startFleet({ env: { TRUST_PROXY: 'on' } })
})
afterAll(() => fleet.close())

describe.each(SKEWS)('three servers whose clocks differ by %i s', (skew) => {
  let turn = 0
  beforeEach(() => setClocks(skew))

  function setClocks(by: number): void {
    fleet.shiftClock(1, by * SECOND)
    fleet.shiftClock(2, -by * SECOND)
  }

  /** A server, each time another. */
  const next = () => fleet.servers[turn++ % fleet.servers.length]!

  async function refresh(refresh_token: string, server = next()) {
    const answer = await askServer(server, 'POST', '/api/users/refresh-token', { body: { refresh_token } })
    const tokens = (await answer.json()) as Record<'access_token' | 'refresh_token', string>
    return { ...tokens, status: answer.status }
  }

  async function mayRead(access_token: string): Promise<boolean[]> {
    const headers = { authorization: `Bearer ${access_token}` }
    const answers = fleet.servers.map((server) => askServer(server, 'GET', '/api/user', { headers }))
    return (await Promise.all(answers)).map(({ status }) => status === 200)
  }

  /** Lets so much time pass since the session's last refresh. */
  async function age(refresh_token: string, ms: number): Promise<void> {
    const id = parseRefreshToken(refresh_token)!.family
    const rows = fleet.db.selectFrom('sessions').select('rotated_at').where('id', '=', id)
    const { rotated_at } = await rows.executeTakeFirstOrThrow()
    const earlier = new Date(Date.parse(rotated_at) - ms).toISOString()
    await fleet.db.updateTable('sessions').set({ rotated_at: earlier }).where('id', '=', id).execute()
  }

  test('a member with two tabs refreshes at all of them and stays signed in, also while clocks are set', async () => {
    let { refresh_token } = await aMember(fleet.servers[0]!.deps)
    for (let round = 0; round < 12; round++) {
      if (round === 6) setClocks(-skew)
      const first = await refresh(refresh_token)
      await age(refresh_token, 3 * SECOND)
      const second = await refresh(refresh_token)
      expect([first.status, second.status, second.refresh_token]).toEqual([200, 200, first.refresh_token])
      for (const { access_token } of [first, second])
        expect(await mayRead(access_token)).toEqual([true, true, true])
      refresh_token = first.refresh_token
    }
  })

  test.each([0, 1, 2])(
    'a used token that comes back late to server %i ends the session everywhere',
    async (at) => {
      for (const rotatedAt of fleet.servers) {
        const { refresh_token: used } = await aMember(fleet.servers[0]!.deps)
        const current = await refresh(used, rotatedAt)
        await age(used, 7 * SECOND)
        expect((await refresh(used, fleet.servers[at])).status).toBe(200)
        await age(used, 4 * SECOND)
        expect((await refresh(used, fleet.servers[at])).status).toBe(401)
        for (const server of fleet.servers)
          expect((await refresh(current.refresh_token, server)).status).toBe(401)
        expect(await mayRead(current.access_token)).toEqual([false, false, false])
      }
    },
  )

  test('a film’s link opens at every server, whichever signed it', async () => {
    const { deps } = fleet.servers[0]!
    const { cloudpath } = await aClip(deps.db)
    await deps.storage.put(cloudpath, Buffer.alloc(1_000), 'video/mp4')
    const { headers } = await aMember(deps, { membership: 'pro' })
    const opened: number[] = []
    for (const signer of fleet.servers) {
      const answer = await askServer(signer, 'GET', `/api/media-sign?filepath=${cloudpath}`, { headers })
      const { url } = (await answer.json()) as { url: string }
      for (const server of fleet.servers) opened.push((await fetch(new URL(url, server.url))).status)
    }
    expect(opened).toEqual(Array(9).fill(200))
  })

  test('a password that was just given counts at every server', async () => {
    const { email, password } = await aMember(fleet.servers[0]!.deps)
    const authorization = `Basic ${Buffer.from(`${email}:${password}`).toString('base64')}`
    for (const server of fleet.servers) {
      const answer = await askServer(server, 'GET', '/api/users/login', { headers: { authorization } })
      const { access_token } = (await answer.json()) as { access_token: string }
      const headers = { authorization: `Bearer ${access_token}` }
      const asked = fleet.servers.map((each) => askServer(each, 'POST', '/api/user/factors/app', { headers }))
      expect((await Promise.all(asked)).map(({ status }) => status)).toEqual([200, 200, 200])
    }
  })

  test('wrong passwords are counted together, and the wait is the same everywhere', async () => {
    const { email } = await aMember(fleet.servers[0]!.deps)
    const authorization = `Basic ${Buffer.from(`${email}:a wrong one`).toString('base64')}`
    const headers = { authorization, 'x-forwarded-for': anAddress() }
    const enter = () => askServer(next(), 'GET', '/api/users/login', { headers })
    for (let n = 0; n < 10; n++) expect((await enter()).status).toBe(401)
    for (let n = 0; n < 3; n++) {
      const answer = await enter()
      const wait = Number(answer.headers.get('retry-after'))
      expect([answer.status, wait > 880, wait <= 900]).toEqual([429, true, true])
    }
  })
})
