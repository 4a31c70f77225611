import { expect, test } from 'vitest'
import { openSession } from '#server/accounts/session/sessions.ts'
import { describeEachDatabase } from '../../../../tests/support/database/databases.ts'
import { aUser } from '../../../../tests/support/database/rows.ts'
import { CHALLENGE_MS, makeChallenge, ownerOfChallenge, useChallenge } from './challenges.ts'

const expired = { code: 'challengeExpired' }

describeEachDatabase('a passkey’s challenge', (open) => {
  async function shop() {
    const db = await open()
    const clock = { at: Date.parse('2026-11-21T09:00:00.000Z') }
    const deps = { db, now: () => new Date(clock.at) }
    const [aoi, ren] = [await aUser(db), await aUser(db)]
    const use = (bound: Parameters<typeof useChallenge>[2]) => useChallenge(db, deps.now(), bound)
    return { deps, clock, aoi, ren, use }
  }

  test('counts for one purpose, person and session, once, and no other answer uses it up', async () => {
    const { deps, aoi, ren, use } = await shop()
    await openSession(deps, { userId: aoi, userAgent: '' })
    const { id: sessionId } = await deps.db.selectFrom('sessions').select('id').executeTakeFirstOrThrow()
    const bound = { purpose: 'register', userId: aoi, sessionId } as const
    const challenge = await makeChallenge(deps, bound)
    const another = await makeChallenge(deps, bound)
    const wrong = [
      { ...bound, challenge, purpose: 'proof' as const },
      { ...bound, challenge, userId: ren },
      { ...bound, challenge, userId: null },
      { ...bound, challenge, sessionId: 'another' },
      { ...bound, challenge, sessionId: '' },
      { ...bound, challenge: 'never made' },
    ]
    for (const each of wrong) await expect(use(each)).rejects.toMatchObject(expired)
    await use({ ...bound, challenge })
    await expect(use({ ...bound, challenge })).rejects.toMatchObject(expired)
    await use({ ...bound, challenge: another })
  })

  test('for a passkey alone has no owner and no session', async () => {
    const { deps, aoi, use } = await shop()
    const bound = { purpose: 'passkey', userId: null } as const
    const challenge = await makeChallenge(deps, bound)
    await expect(use({ ...bound, challenge, userId: aoi })).rejects.toMatchObject(expired)
    await expect(ownerOfChallenge(deps, challenge)).rejects.toMatchObject(expired)
    await use({ ...bound, challenge })
  })

  test('names the owner of a waiting sign-in, and nothing for another purpose', async () => {
    const { deps, clock, aoi, ren, use } = await shop()
    const waiting = { purpose: 'signIn', userId: ren } as const
    const [challenge, other] = [
      await makeChallenge(deps, waiting),
      await makeChallenge(deps, { purpose: 'proof', userId: aoi }),
    ]
    expect(await ownerOfChallenge(deps, challenge)).toBe(ren)
    await expect(ownerOfChallenge(deps, other)).rejects.toMatchObject(expired)
    clock.at += CHALLENGE_MS - 1
    expect(await ownerOfChallenge(deps, challenge)).toBe(ren)
    clock.at += 1
    await expect(ownerOfChallenge(deps, challenge)).rejects.toMatchObject(expired)
    await expect(use({ ...waiting, challenge })).rejects.toMatchObject(expired)
    expect(CHALLENGE_MS).toBe(600_000)
  })
})
