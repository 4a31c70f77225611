import { expect, test } from 'vitest'
import { DAY_MS, MINUTE_MS } from '#domain/dates/spans.ts'
import { type Member, memberByAccessToken } from '#server/accounts/person.ts'
import type { Deps } from '#server/deps.ts'
import { describeEachDatabase } from '../../../../tests/support/database/databases.ts'
import { accountsOn } from '../../../../tests/support/shop/account-deps.ts'
import { aMember, logIn } from '../../../../tests/support/shop/members.ts'
import { endOwnSession, endSession, listSessions } from './end-session.ts'
import { refreshSession } from './refresh-session.ts'

async function memberOf(deps: Deps, { access_token }: { access_token: string }): Promise<Member> {
  const member = await memberByAccessToken(deps, access_token)
  if (!member) throw new Error('nobody has this token')
  return member
}

describeEachDatabase('the list of sessions', (open) => {
  test('has each signed-in device, the latest used first, and marks this one', async () => {
    const { deps, pass } = accountsOn(await open())
    const registered = await aMember(deps)
    await aMember(deps)
    pass(MINUTE_MS)
    const phone = await logIn(deps, registered, { address: '10.3.0.1', userAgent: 'phone' })
    pass(MINUTE_MS)
    await refreshSession(deps, registered.refresh_token)
    const { sessions } = await listSessions(deps, await memberOf(deps, phone))
    expect(sessions).toMatchObject([
      { user_agent: 'test', current: false, last_used: deps.now().toISOString() },
      { user_agent: 'phone', current: true },
    ])
    expect(Object.keys(sessions[0]!).toSorted()).toEqual([
      'created',
      'current',
      'id',
      'last_used',
      'user_agent',
    ])
    expect(sessions[0]!.created < sessions[0]!.last_used).toBe(true)
  })

  test('leaves out ended sessions', async () => {
    const { deps, pass } = accountsOn(await open())
    const registered = await aMember(deps)
    const ended = await logIn(deps, registered, { address: '10.3.0.2', userAgent: 'ended' })
    await endSession(deps, (await memberOf(deps, ended)).sessionId, 'logout')
    pass(15 * DAY_MS)
    const now = await logIn(deps, registered, { address: '10.3.0.3', userAgent: 'now' })
    expect((await listSessions(deps, await memberOf(deps, now))).sessions).toMatchObject([
      { user_agent: 'now' },
    ])
  })

  test('lets members end only their own', async () => {
    const { deps } = accountsOn(await open())
    const [registered, stranger] = [await aMember(deps), await aMember(deps)]
    const phone = await logIn(deps, registered, { address: '10.3.0.4', userAgent: 'phone' })
    const { sessionId } = await memberOf(deps, phone)
    const others = endOwnSession(deps, await memberOf(deps, stranger), sessionId)
    await expect(others).rejects.toMatchObject({ code: 'notFound' })
    expect(await memberByAccessToken(deps, phone.access_token)).toBeDefined()
    await endOwnSession(deps, await memberOf(deps, registered), sessionId)
    expect(await memberByAccessToken(deps, phone.access_token)).toBeUndefined()
    expect(await memberByAccessToken(deps, registered.access_token)).toBeDefined()
    const again = endOwnSession(deps, await memberOf(deps, registered), sessionId)
    await expect(again).rejects.toMatchObject({ code: 'notFound' })
  })
})
