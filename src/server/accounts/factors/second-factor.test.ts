import { expect, test } from 'vitest'
import { rememberDevice } from '#server/accounts/known-devices.ts'
import { openRateLimits } from '#server/limits/rate-limits.ts'
import { describeEachDatabase } from '../../../../tests/support/database/databases.ts'
import { codeOf } from '../../../../tests/support/factors/authenticator-codes.ts'
import {
  memberOf,
  newPasskey,
  withApp,
  withPasskey,
} from '../../../../tests/support/factors/members-with-factors.ts'
import { softAuthenticator } from '../../../../tests/support/factors/soft-authenticator.ts'
import { tokenIn } from '../../../../tests/support/mail/mails.ts'
import { type Accounts, accountsOn } from '../../../../tests/support/shop/account-deps.ts'
import { aMember, type TestMember } from '../../../../tests/support/shop/members.ts'
import { login } from '../login.ts'
import { changePassword } from '../password/change-password.ts'
import { resetPassword, sendPasswordMail } from '../password/forgotten-password.ts'
import { CHALLENGE_MS } from './challenges.ts'
import { askAnyPasskey, finishSignIn, signInByPasskey } from './sign-in-with-factor.ts'

const here = { address: '192.0.2.7', userAgent: 'test' }
const wrong = { code: 'factorWrong' }
const expired = { code: 'challengeExpired' }
const limited = { code: 'tooManyRequests' }

async function challengeFor(
  { deps }: Accounts,
  { email, password }: TestMember,
  from = here,
): Promise<string> {
  const asked = await login(deps, { email, password }, from)
  if (asked.status !== 'SECOND_FACTOR') throw new Error('no second factor was required')
  return asked.challenge
}

describeEachDatabase('a sign-in with a second factor', (open) => {
  const shop = async () => accountsOn(await open())

  test('gets no tokens for the password alone, and lists the possible factors', async () => {
    const accounts = await shop()
    const { deps } = accounts
    const [app, passkey] = [await withApp(accounts), await withPasskey(accounts)]
    const ofApp = await login(deps, app, here)
    expect(ofApp).toEqual({
      status: 'SECOND_FACTOR',
      challenge: expect.any(String),
      kinds: ['code', 'recovery'],
    })
    const ofPasskey = await login(deps, passkey, here)
    expect(ofPasskey).toMatchObject({
      kinds: ['passkey', 'recovery'],
      passkey: { rpId: 'nagare.example', allowCredentials: [{ id: passkey.key.id }] },
    })
    await expect(login(deps, { ...app, password: 'wrong-password' }, here)).rejects.toMatchObject({
      code: 'signInFailed',
    })
  })

  test('accepts a code of the app once, also concurrently', async () => {
    const accounts = await shop()
    const person = await withApp(accounts)
    const shown = { code: codeOf(person.secret, accounts.deps.now()) }
    const challenges = await Promise.all([1, 2, 3, 4].map(() => challengeFor(accounts, person)))
    const ends = await Promise.allSettled(
      challenges.map((challenge) => finishSignIn(accounts.deps, { challenge, shown }, here)),
    )
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const again = { challenge: await challengeFor(accounts, person), shown }
    await expect(finishSignIn(accounts.deps, again, here)).rejects.toMatchObject(wrong)
  })

  test('accepts codes of a clock half a minute off, and no further', async () => {
    const accounts = await shop()
    const { deps, pass } = accounts
    const person = await withApp(accounts)
    const challenge = await challengeFor(accounts, person)
    const tryAt = (steps: number) => {
      const shown = { code: codeOf(person.secret, deps.now(), steps) }
      return finishSignIn(deps, { challenge, shown }, here)
    }
    pass(120_000)
    for (const steps of [-2, 2]) await expect(tryAt(steps)).rejects.toMatchObject(wrong)
    expect(await tryAt(-1)).toMatchObject({ status: 'OK', user: { id: person.id } })
    pass(60_000)
    const late = await challengeFor(accounts, person)
    const fast = { code: codeOf(person.secret, deps.now(), 1) }
    expect(await finishSignIn(deps, { challenge: late, shown: fast }, here)).toMatchObject({ status: 'OK' })
    // That would be the code of this very step.
    const older = {
      challenge: await challengeFor(accounts, person),
      shown: { code: codeOf(person.secret, deps.now()) },
    }
    await expect(finishSignIn(deps, older, here)).rejects.toMatchObject(wrong)
  })

  test('accepts a code with spaces and full-width digits', async () => {
    const accounts = await shop()
    const person = await withApp(accounts)
    const challenge = await challengeFor(accounts, person)
    const digits = codeOf(person.secret, accounts.deps.now())
    const wide = digits.replace(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0))
    const code = `${wide.slice(0, 3)} ${wide.slice(3)}`
    expect(await finishSignIn(accounts.deps, { challenge, shown: { code } }, here)).toMatchObject({
      status: 'OK',
    })
  })

  test('accepts a recovery code once in twenty concurrent tries, and sends a mail', async () => {
    const accounts = await shop()
    const { deps, post } = accounts
    const person = await withApp(accounts)
    await post()
    const [code = ''] = person.codes
    const shown = { recovery: ` ${code.toUpperCase().replaceAll('-', ' ')}` }
    const challenges: string[] = []
    for (let time = 0; time < 20; time++)
      challenges.push(await challengeFor(accounts, person, { ...here, address: `192.0.2.${time}` }))
    const ends = await Promise.allSettled(
      challenges.map((challenge) => finishSignIn(deps, { challenge, shown }, here)),
    )
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await post()).map(({ text }) => text).join()).toContain('One of your recovery codes was used')
    const rows = await deps.db.selectFrom('recovery_codes').selectAll().execute()
    expect(rows).toHaveLength(9)
    expect(JSON.stringify(rows)).not.toContain(person.codes[1])
  })

  test('accepts one answer to a challenge, which expires', async () => {
    const accounts = await shop()
    const { deps, pass } = accounts
    const person = await withPasskey(accounts)
    const challenge = await challengeFor(accounts, person)
    const shown = { passkey: person.key.use({ challenge }) }
    expect(await finishSignIn(deps, { challenge, shown }, here)).toMatchObject({ status: 'OK' })
    await expect(finishSignIn(deps, { challenge, shown }, here)).rejects.toMatchObject(expired)
    const old = await challengeFor(accounts, person)
    pass(CHALLENGE_MS)
    const late = { challenge: old, shown: { passkey: person.key.use({ challenge: old }) } }
    await expect(finishSignIn(deps, late, here)).rejects.toMatchObject(expired)
  })

  test('refuses a passkey with another challenge, site or owner', async () => {
    const accounts = await shop()
    const { deps } = accounts
    const [person, other] = [await withPasskey(accounts), await withPasskey(accounts)]
    const challenge = await challengeFor(accounts, person)
    const { key } = person
    for (const passkey of [
      key.use({ challenge: await challengeFor(accounts, person) }),
      key.use({ challenge, origin: 'https://nagare.example.evil' }),
      key.use({ challenge, rpId: 'evil.example' }),
      other.key.use({ challenge }),
      { ...softAuthenticator().use({ challenge }), id: key.id, rawId: key.id },
      { ...key.use({ challenge }), response: { clientDataJSON: 'rubbish' } },
    ])
      await expect(finishSignIn(deps, { challenge, shown: { passkey } }, here)).rejects.toMatchObject(wrong)
    // None of them has used the challenge up. After the password, touching is enough.
    const shown = { passkey: key.use({ challenge, verified: false }) }
    expect(await finishSignIn(deps, { challenge, shown }, here)).toMatchObject({ status: 'OK' })
  })

  test('refuses a passkey with a falling counter, as in a copy', async () => {
    const accounts = await shop()
    const person = await withPasskey(accounts)
    const sign = async (counter: number) => {
      const challenge = await challengeFor(accounts, person)
      const shown = { passkey: person.key.use({ challenge, counter }) }
      return finishSignIn(accounts.deps, { challenge, shown }, here)
    }
    expect(await sign(5)).toMatchObject({ status: 'OK' })
    for (const counter of [5, 4, 0]) await expect(sign(counter)).rejects.toMatchObject(wrong)
    expect(await sign(6)).toMatchObject({ status: 'OK' })
  })

  test('is dropped by a new password, which resets the count of wrong codes', async () => {
    const accounts = await shop()
    const { deps, post } = accounts
    deps.rateLimits = openRateLimits(deps.db, { failedCodes: { points: 2, seconds: 900 } })
    const person = await withApp(accounts)
    const challenge = await challengeFor(accounts, person)
    const guess = (code: string, asked = challenge) =>
      finishSignIn(deps, { challenge: asked, shown: { code } }, here)
    for (const _ of [1, 2]) await expect(guess('000000')).rejects.toMatchObject(wrong)
    const right = codeOf(person.secret, deps.now())
    await expect(guess(right)).rejects.toMatchObject(limited)

    await sendPasswordMail(deps, person, here)
    const mail = (await post()).find(({ text }) => text.includes('reset-password#'))
    const password = 'atarashii-mizu'
    await resetPassword(deps, { token: tokenIn(mail!), password })
    await expect(guess(right)).rejects.toMatchObject(expired)
    // The mail alone gives no access.
    const asked = await challengeFor(accounts, { ...person, password })
    expect(await guess(right, asked)).toMatchObject({ status: 'OK' })
  })

  test('cannot be locked out by code guessers elsewhere, nor from passkeys and recovery codes', async () => {
    const accounts = await shop()
    const { deps } = accounts
    deps.rateLimits = openRateLimits(deps.db, {
      failedCodes: { points: 2, seconds: 900 },
      failedCodesOfAccount: { points: 3, seconds: 900 },
    })
    const person = await withApp(accounts)
    const secret = await rememberDevice(deps, { userId: person.id, sessionId: 's', before: [] })
    const key = softAuthenticator()
    await newPasskey(accounts, person.member, key)
    const guess = async (code: string, from: Parameters<typeof finishSignIn>[2]) => {
      const challenge = await challengeFor(accounts, person)
      return finishSignIn(deps, { challenge, shown: { code } }, from)
    }
    const thief = (at: number) => ({ ...here, address: `203.0.113.${at}` })
    for (const at of [1, 1, 2]) await expect(guess('000000', thief(at))).rejects.toMatchObject(wrong)
    await expect(guess('000000', thief(3))).rejects.toMatchObject(limited)
    await expect(guess('000000', here)).rejects.toMatchObject(limited)
    const known = { ...here, deviceSecrets: [secret] }
    expect(await guess(codeOf(person.secret, deps.now()), known)).toMatchObject({ status: 'OK' })
    const challenge = await challengeFor(accounts, person)
    const byKey = { challenge, shown: { passkey: key.use({ challenge }) } }
    expect(await finishSignIn(deps, byKey, here)).toMatchObject({ status: 'OK' })
    const byCode = { challenge: await challengeFor(accounts, person), shown: { recovery: person.codes[0]! } }
    expect(await finishSignIn(deps, byCode, here)).toMatchObject({ status: 'OK' })
  })

  test('stays proved by the factor when the password is changed', async () => {
    const accounts = await shop()
    const person = await withApp(accounts)
    const { id: userId, sessionId } = person.member
    const change = { current_password: person.password, new_password: 'atarashii-mizu' }
    const answer = await changePassword(accounts.deps, { userId, sessionId, userAgent: '' }, change)
    const { sessionId: next } = await memberOf(accounts, answer)
    const session = accounts.deps.db.selectFrom('sessions').select('factor').where('id', '=', next)
    expect(await session.executeTakeFirst()).toEqual({ factor: 'code' })
  })
})

describeEachDatabase('a passkey that signs in alone', (open) => {
  test('needs the person’s verification, and its challenge works once', async () => {
    const accounts = accountsOn(await open())
    const { deps } = accounts
    const { id, key } = await withPasskey(accounts)
    const { challenge, allowCredentials, userVerification } = await askAnyPasskey(deps, here)
    expect({ allowCredentials, userVerification }).toEqual({
      allowCredentials: [],
      userVerification: 'required',
    })
    const touched = { challenge, passkey: key.use({ challenge, verified: false }) }
    await expect(signInByPasskey(deps, touched, here)).rejects.toMatchObject(wrong)
    const checked = { challenge, passkey: key.use({ challenge }) }
    const answer = await signInByPasskey(deps, checked, here)
    expect(answer.user.id).toBe(id)
    await expect(signInByPasskey(deps, checked, here)).rejects.toMatchObject(expired)
    const late = (await askAnyPasskey(deps, here)).challenge
    accounts.pass(CHALLENGE_MS)
    const tooLate = { challenge: late, passkey: key.use({ challenge: late }) }
    await expect(signInByPasskey(deps, tooLate, here)).rejects.toMatchObject(expired)
    const { sessionId } = await memberOf(accounts, answer)
    const session = deps.db
      .selectFrom('sessions')
      .select(['password_at', 'factor'])
      .where('id', '=', sessionId)
    expect(await session.executeTakeFirst()).toEqual({ password_at: null, factor: 'passkey' })
  })

  test('is refused if it is unknown, or answers another sign-in’s challenge', async () => {
    const accounts = accountsOn(await open())
    const { deps } = accounts
    const person = await withPasskey(accounts)
    const { challenge } = await askAnyPasskey(deps, here)
    const stranger = { challenge, passkey: softAuthenticator().use({ challenge }) }
    await expect(signInByPasskey(deps, stranger, here)).rejects.toMatchObject(wrong)
    const waiting = await challengeFor(accounts, person)
    const other = { challenge: waiting, passkey: person.key.use({ challenge: waiting }) }
    await expect(signInByPasskey(deps, other, here)).rejects.toMatchObject(expired)
  })

  test('is not required without one', async () => {
    const accounts = accountsOn(await open())
    const person = await aMember(accounts.deps)
    expect(await login(accounts.deps, person, here)).toMatchObject({ status: 'OK' })
  })
})
