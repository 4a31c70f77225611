import { expect, test } from 'vitest'
import { DAY_MS } from '#domain/dates/spans.ts'
import type { Database } from '#server/db/schema.ts'
import { openRateLimits, QUOTAS } from '#server/limits/rate-limits.ts'
import { describePlainSql } from '../../../tests/support/database/databases.ts'
import { tokenIn } from '../../../tests/support/mail/mails.ts'
import { accountsOn } from '../../../tests/support/shop/account-deps.ts'
import { aMember, logIn, type TestMember } from '../../../tests/support/shop/members.ts'
import { rememberDevice, sessionIdOf } from './known-devices.ts'
import { MAIL_TOKEN_HOURS } from './mail/mail-tokens.ts'
import { changePassword } from './password/change-password.ts'
import { resetPassword, sendPasswordMail } from './password/forgotten-password.ts'
import { confirmPassword } from './password/password.ts'
import { endOwnSession, endSessionsOf } from './session/end-session.ts'

const refused = { code: 'tooManyRequests', retryAfterSeconds: expect.any(Number) }
const wrong = { code: 'signInFailed' }

let addresses = 0
const elsewhere = () => ({ address: `10.7.0.${++addresses}`, userAgent: 'test' })

describePlainSql('a lockout', (open) => {
  /** A small quota: each attempt costs a slow hash. */
  async function shop({ most = 1000 } = {}) {
    const accounts = accountsOn(await open())
    const { deps } = accounts
    deps.rateLimits = openRateLimits(deps.db, {
      failedSignIns: { points: 2, seconds: 900 },
      failedSignInsOfAccount: { points: most, seconds: 900 },
      failedSignInsOfDevice: { points: 2, seconds: 900 },
      passwordConfirmations: { points: 2, seconds: 900 },
    })
    const known = (userId: number, sessionId = 'session') =>
      rememberDevice(deps, { userId, sessionId, before: [] })
    const guess = ({ email }: TestMember, from: Parameters<typeof logIn>[2], times = 1) =>
      Array.from({ length: times }).reduce<Promise<unknown>>(
        (before) =>
          before.then(() => logIn(deps, { email, password: 'wrong-password' }, from).catch((e) => e)),
        Promise.resolve(),
      )
    return { ...accounts, known, guess }
  }

  test('by wrong passwords from one IP does not affect others, the admin included', async () => {
    const { deps, guess } = await shop()
    const { failedSignIns, failedSignInsOfAccount } = QUOTAS
    for (const person of [await aMember(deps, { admin: true }), await aMember(deps)]) {
      const attacker = elsewhere()
      expect(await guess(person, attacker, 2)).toMatchObject(wrong)
      expect(await guess(person, attacker)).toMatchObject(refused)
      await expect(logIn(deps, person, attacker)).rejects.toMatchObject(refused)
      expect((await logIn(deps, person, elsewhere())).user.id).toBe(person.id)
    }
    const perDay = (quota: { points: number; seconds: number }) =>
      (quota.points * DAY_MS) / 1000 / quota.seconds
    expect(perDay(failedSignIns)).toBeLessThan(perDay(failedSignInsOfAccount))
  })

  test('of one account does not affect other accounts at the same IP', async () => {
    const { deps, guess } = await shop()
    const [person, neighbour] = [await aMember(deps), await aMember(deps)]
    const here = elsewhere()
    expect(await guess(person, here, 3)).toMatchObject(refused)
    expect((await logIn(deps, neighbour, here)).user.id).toBe(neighbour.id)
  })

  test('by wrong passwords from many IPs comes late, for existing accounts and others', async () => {
    const { deps, guess } = await shop({ most: 6 })
    const unknown = { ...(await aMember(deps)), email: 'nobody@example.com' }
    for (const person of [await aMember(deps), unknown]) {
      for (let place = 0; place < 3; place++) expect(await guess(person, elsewhere(), 2)).toMatchObject(wrong)
      expect(await guess(person, elsewhere())).toMatchObject(refused)
    }
  })

  test('from one IP does not use up the shared count', async () => {
    const { deps, guess } = await shop({ most: 4 })
    const person = await aMember(deps)
    await guess(person, elsewhere(), 9)
    expect(await guess(person, elsewhere(), 2)).toMatchObject(wrong)
    expect(await guess(person, elsewhere())).toMatchObject(refused)
  })

  test('is not affected by a right password from a new IP', async () => {
    const { deps, guess } = await shop({ most: 3 })
    const person = await aMember(deps)
    await guess(person, elsewhere(), 2)
    for (let time = 0; time < 3; time++) await logIn(deps, person, elsewhere())
    expect(await guess(person, elsewhere())).toMatchObject(wrong)
    expect(await guess(person, elsewhere())).toMatchObject(refused)
  })

  test('does not affect a known device, at any IP', async () => {
    const { deps, guess, known } = await shop({ most: 2 })
    const person = await aMember(deps)
    const device = { ...elsewhere(), deviceSecrets: ['x'.repeat(43), await known(person.id)] }
    await guess(person, elsewhere(), 2)
    // The network, too: another person there used up its attempts.
    for (let n = 0; n < QUOTAS.signIns.points; n++) await deps.rateLimits.signIns.take(device.address)
    await expect(logIn(deps, person, { ...device, deviceSecrets: [] })).rejects.toMatchObject(refused)
    for (let time = 0; time < 3; time++) {
      expect(await guess(person, device)).toMatchObject(wrong)
      expect((await logIn(deps, person, device)).user.id).toBe(person.id)
    }
  })

  test('blocks a stolen device after its own wrong passwords', async () => {
    const { deps, guess, known } = await shop({ most: 2 })
    const person = await aMember(deps)
    const stolen = { ...elsewhere(), deviceSecrets: [await known(person.id)] }
    await guess(person, elsewhere(), 2)
    expect(await guess(person, stolen, 2)).toMatchObject(wrong)
    expect(await guess(person, stolen)).toMatchObject(refused)
  })

  test('is not avoided by another person’s device, nor by one unused for half a year', async () => {
    const { deps, guess, known, pass } = await shop({ most: 2 })
    const [person, other] = [await aMember(deps), await aMember(deps)]
    const deviceSecrets = [await known(other.id)]
    const own = { ...elsewhere(), deviceSecrets: [await known(person.id)] }
    await guess(person, elsewhere(), 2)
    await expect(logIn(deps, person, { ...elsewhere(), deviceSecrets })).rejects.toMatchObject(refused)
    pass(180 * DAY_MS)
    await expect(logIn(deps, person, own)).rejects.toMatchObject(refused)
    pass(-1)
    await logIn(deps, person, own)
  })

  test.each<[string, (about: Awaited<ReturnType<typeof ended>>) => Promise<unknown>]>([
    ['signs out everywhere', ({ deps, person }) => endSessionsOf(deps, person.id, 'everywhere')],
    [
      'changes the password',
      async ({ deps, person }) => {
        const change = { current_password: person.password, new_password: 'atarashii-mizu' }
        await changePassword(deps, { userId: person.id, userAgent: '' }, change)
      },
    ],
    [
      'ends its session from another device',
      ({ deps, person, sessionId }) =>
        endOwnSession(deps, { ...person, membership: 'free', sessionId: 'other' }, sessionId),
    ],
    [
      'signs in on it again, so a copy of the secret is worth nothing',
      ({ deps, person, secret }) =>
        rememberDevice(deps, { userId: person.id, sessionId: 'next', before: [secret] }),
    ],
  ])('a device is forgotten when its person %s', async (_, act) => {
    const about = await ended()
    expect(await devices(about.deps.db)).toEqual([about.hashed])
    await act(about)
    expect(await devices(about.deps.db)).not.toContain(about.hashed)
  })

  async function ended() {
    const { deps, known } = await shop()
    const person = await aMember(deps)
    const sessionId = sessionIdOf(await logIn(deps, person, elsewhere()))
    const secret = await known(person.id, sessionId)
    const [hashed = ''] = await devices(deps.db)
    expect(hashed).toMatch(/^[0-9a-f]{64}$/)
    return { deps, person, sessionId, secret, hashed }
  }

  async function devices(db: Awaited<ReturnType<typeof open>>): Promise<string[]> {
    const rows: Pick<Database['known_devices'], 'secret_hash'>[] = await db
      .selectFrom('known_devices')
      .select('secret_hash')
      .execute()
    return rows.map(({ secret_hash }) => secret_hash)
  }

  test('is independent of confirming the password when signed in', async () => {
    const { deps, guess } = await shop({ most: 2 })
    const person = await aMember(deps)
    await guess(person, elsewhere(), 2)
    await confirmPassword(deps, person.id, person.password)
    const next = await aMember(deps)
    for (let time = 0; time < 2; time++)
      await expect(confirmPassword(deps, next.id, 'wrong-password')).rejects.toMatchObject({
        code: 'passwordWrong',
      })
    await expect(confirmPassword(deps, next.id, next.password)).rejects.toMatchObject(refused)
    await logIn(deps, next, elsewhere())
  })

  test('ends with a new password by mail, which strangers cannot prevent', async () => {
    const { deps, guess, post } = await shop({ most: 2 })
    const person = await aMember(deps)
    await post()
    await guess(person, elsewhere(), 2)
    const mails = []
    for (let stranger = 0; stranger < 6; stranger++) {
      await sendPasswordMail(deps, person, elsewhere())
      mails.push(...(await post()))
    }
    expect(mails).toHaveLength(QUOTAS.passwordMails.points)
    const password = 'atarashii-mizu'
    await resetPassword(deps, { token: tokenIn(mails[0]!), password })
    await logIn(deps, { ...person, password }, elsewhere())
    await sendPasswordMail(deps, person, elsewhere())
    // Queued in the same millisecond, they may go out in either order.
    const subjects = (await post()).map(({ subject }) => subject).toSorted()
    expect(subjects, 'the links of the others are void').toEqual([
      expect.stringContaining('new password'),
      expect.stringContaining('changed'),
    ])
  })

  test('of a network from reset mails does not affect a known device', async () => {
    const { deps, known, post } = await shop()
    const person = await aMember(deps)
    await post()
    const here = elsewhere()
    const strangers = QUOTAS.passwordMailsAsked.points
    for (let n = 0; n < strangers; n++) await sendPasswordMail(deps, { email: `${n}@example.com` }, here)
    await expect(sendPasswordMail(deps, person, here)).rejects.toMatchObject(refused)
    await sendPasswordMail(deps, person, { ...here, deviceSecrets: [await known(person.id)] })
    expect(await post()).toMatchObject([{ to: person.email }])
  })

  test('from reset mails lasts no longer than the last mailed link', () => {
    expect(QUOTAS.passwordMails.seconds).toBeLessThan(MAIL_TOKEN_HOURS.resetPassword * 60 * 60)
  })
})
