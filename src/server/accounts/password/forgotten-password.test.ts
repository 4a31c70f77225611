import { expect, test } from 'vitest'
import { HOUR_MS } from '#domain/dates/spans.ts'
import { memberByAccessToken } from '#server/accounts/person.ts'
import { changeLocale } from '#server/accounts/profile.ts'
import { refreshSession } from '#server/accounts/session/refresh-session.ts'
import { describeEachDatabase } from '../../../../tests/support/database/databases.ts'
import { tokenIn } from '../../../../tests/support/mail/mails.ts'
import { type Accounts, accountsOn } from '../../../../tests/support/shop/account-deps.ts'
import { aMember, logIn, type TestMember } from '../../../../tests/support/shop/members.ts'
import { resetPassword, sendPasswordMail } from './forgotten-password.ts'

const invalid = { code: 'mailTokenInvalid' }
const password = 'atarashii-mizu'

let addresses = 0
const anAddress = () => ({ address: `10.1.0.${++addresses}`, userAgent: 'test' })
const ask = ({ deps }: Accounts, email: string) => sendPasswordMail(deps, { email }, anAddress())

/** A member, and their mailed token. */
async function whoForgot(accounts: Accounts): Promise<{ member: TestMember; token: string }> {
  const member = await aMember(accounts.deps)
  await accounts.post()
  await ask(accounts, member.email)
  const [mail] = await accounts.post()
  return { member, token: tokenIn(mail!) }
}

describeEachDatabase('a forgotten password', (open) => {
  test('is reset with a mailed token, once', async () => {
    const accounts = accountsOn(await open())
    const { deps } = accounts
    const { member, token } = await whoForgot(accounts)
    await resetPassword(deps, { token, password })
    await expect(logIn(deps, member, anAddress())).rejects.toMatchObject({ code: 'signInFailed' })
    expect((await logIn(deps, { email: member.email, password }, anAddress())).user.id).toBe(member.id)
    await expect(resetPassword(deps, { token, password: 'yet-another-one' })).rejects.toMatchObject(invalid)
  })

  test('gets a mail in the person’s language, with a link that hides its token from servers', async () => {
    const accounts = accountsOn(await open())
    const { id, email } = await aMember(accounts.deps)
    await accounts.post()
    await changeLocale(accounts.deps, id, 'ja')
    await ask(accounts, ` ${email.toUpperCase()}`)
    const [mail] = await accounts.post()
    expect(mail).toMatchObject({ to: email, locale: 'ja', subject: '【Nagare】パスワード再設定のご案内' })
    expect(mail?.text).toMatch(/^https:\/\/nagare\.example\/ja\/reset-password#token=[A-Za-z0-9_-]{43}$/m)
  })

  test('of an address without an account sends no mail and leaves no trace', async () => {
    const accounts = accountsOn(await open())
    await ask(accounts, 'nobody@example.com')
    expect(await accounts.post()).toEqual([])
    expect(await accounts.deps.db.selectFrom('jobs').selectAll().execute()).toEqual([])
  })

  test('signs every device out, sends a mail, and confirms the address', async () => {
    const accounts = accountsOn(await open())
    const { deps } = accounts
    const { member, token } = await whoForgot(accounts)
    await resetPassword(deps, { token, password })
    expect(await memberByAccessToken(deps, member.access_token)).toBeUndefined()
    await expect(refreshSession(deps, member.refresh_token)).rejects.toMatchObject({ code: 'tokenInvalid' })
    const reasons = await deps.db.selectFrom('sessions').select('revoked_reason').execute()
    expect(reasons).toEqual([{ revoked_reason: 'password' }])
    expect(await accounts.post()).toMatchObject([
      { to: member.email, subject: 'Your Nagare password was changed' },
    ])
    const user = deps.db.selectFrom('users').select('email_verified_at').where('id', '=', member.id)
    expect((await user.executeTakeFirstOrThrow()).email_verified_at).not.toBeNull()
  })

  test('needs a genuine token of the purpose, at most an hour old', async () => {
    const accounts = accountsOn(await open())
    const { deps, pass } = accounts
    const { token } = await whoForgot(accounts)
    for (const wrong of ['', 'x', token.slice(1), `${token}A`])
      await expect(resetPassword(deps, { token: wrong, password })).rejects.toMatchObject(invalid)
    pass(HOUR_MS)
    await expect(resetPassword(deps, { token, password })).rejects.toMatchObject(invalid)
    pass(-1)
    await resetPassword(deps, { token, password })
  })

  test('cannot be reset with a token mailed to a former address', async () => {
    const accounts = accountsOn(await open())
    const { member, token } = await whoForgot(accounts)
    await accounts.deps.db
      .updateTable('users')
      .set({ email: 'new@example.com', email_normalised: 'new@example.com' })
      .where('id', '=', member.id)
      .execute()
    await expect(resetPassword(accounts.deps, { token, password })).rejects.toMatchObject(invalid)
  })

  test('is reset by only one of concurrent uses of a token', async () => {
    const accounts = accountsOn(await open())
    const { member, token } = await whoForgot(accounts)
    const passwords = Array.from({ length: 5 }, (_, number) => `atarashii-mizu-${number}`)
    const tries = await Promise.allSettled(
      passwords.map((password) => resetPassword(accounts.deps, { token, password })),
    )
    const winners = passwords.filter((_, index) => tries[index]?.status === 'fulfilled')
    expect(winners).toHaveLength(1)
    await logIn(accounts.deps, { email: member.email, password: winners[0]! }, anAddress())
  })

  test('cannot become a common one, and the token stays valid', async () => {
    const accounts = accountsOn(await open())
    const { token } = await whoForgot(accounts)
    const common = { token, password: 'Password1' }
    await expect(resetPassword(accounts.deps, common)).rejects.toMatchObject({ code: 'passwordTooCommon' })
    await resetPassword(accounts.deps, { token, password })
  })

  test('ends a lockout at once when reset', async () => {
    const accounts = accountsOn(await open())
    const { deps } = accounts
    const { member, token } = await whoForgot(accounts)
    const wrong = { email: member.email, password: 'wrong-password' }
    const here = anAddress()
    for (let time = 0; time < 10; time++) await logIn(deps, wrong, here).catch(() => {})
    await expect(logIn(deps, wrong, here)).rejects.toMatchObject({ code: 'tooManyRequests' })
    await resetPassword(deps, { token, password })
    await logIn(deps, { email: member.email, password }, here)
  })

  test('sends three mails in half an hour, and later requests get the same answer', async () => {
    const accounts = accountsOn(await open())
    const { email } = await aMember(accounts.deps)
    await accounts.post()
    let mails = 0
    for (let time = 0; time < 5; time++) {
      for (const each of [email, 'nobody@example.com']) await ask(accounts, each)
      mails += (await accounts.post()).length
    }
    expect(mails).toBe(3)
  })

  test('allows ten requests an hour per IP, across accounts', async () => {
    const { deps } = accountsOn(await open())
    const from = anAddress()
    const about = (number: number) => sendPasswordMail(deps, { email: `person${number}@example.com` }, from)
    for (let number = 0; number < 10; number++) await about(number)
    await expect(about(10)).rejects.toMatchObject({ code: 'tooManyRequests' })
  })
})
