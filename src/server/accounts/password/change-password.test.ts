import { expect, test } from 'vitest'
import { memberByAccessToken } from '#server/accounts/person.ts'
import { describeEachDatabase } from '../../../../tests/support/database/databases.ts'
import { tokenIn } from '../../../../tests/support/mail/mails.ts'
import { accountsOn } from '../../../../tests/support/shop/account-deps.ts'
import { aMember, logIn } from '../../../../tests/support/shop/members.ts'
import { changePassword } from './change-password.ts'
import { resetPassword, sendPasswordMail } from './forgotten-password.ts'

const visitor = { address: '10.2.0.1', userAgent: 'this device' }
const new_password = 'atarashii-mizu'

describeEachDatabase('changing the password', (open) => {
  test('signs every other device out and this one in, and sends a mail', async () => {
    const { deps, post } = accountsOn(await open())
    const member = await aMember(deps)
    await post()
    const other = await logIn(deps, member, visitor)
    const change = { current_password: member.password, new_password }
    const answer = await changePassword(deps, { userId: member.id, userAgent: 'this device' }, change)
    expect(answer).toMatchObject({ status: 'OK', user: { id: member.id }, expires_in: 900 })
    for (const token of [member.access_token, other.access_token])
      expect(await memberByAccessToken(deps, token)).toBeUndefined()
    expect((await memberByAccessToken(deps, answer.access_token))?.id).toBe(member.id)
    const [mail] = await post()
    expect(mail).toMatchObject({ to: member.email, subject: 'Your Nagare password was changed' })
    expect(mail?.text).toContain('https://nagare.example/reset-password\n')
    await expect(logIn(deps, member, visitor)).rejects.toMatchObject({ code: 'signInFailed' })
    await logIn(deps, { email: member.email, password: new_password }, visitor)
  })

  test('needs the present one, and allows ten tries, apart from failed sign-ins', async () => {
    const { deps } = accountsOn(await open())
    const member = await aMember(deps)
    const who = { userId: member.id, userAgent: '' }
    const wrong = { current_password: 'wrong-password', new_password }
    for (let time = 0; time < 10; time++)
      await expect(changePassword(deps, who, wrong)).rejects.toMatchObject({ code: 'passwordWrong' })
    const right = { current_password: member.password, new_password }
    await expect(changePassword(deps, who, right)).rejects.toMatchObject({ code: 'tooManyRequests' })
    expect((await memberByAccessToken(deps, member.access_token))?.id).toBe(member.id)
  })

  test('refuses the commonest ones', async () => {
    const { deps } = accountsOn(await open())
    const { id: userId, password } = await aMember(deps)
    const change = { current_password: password, new_password: 'Password1' }
    await expect(changePassword(deps, { userId, userAgent: '' }, change)).rejects.toMatchObject({
      code: 'passwordTooCommon',
    })
  })

  test('twice concurrently leaves one of the two, and one session', async () => {
    const { deps } = accountsOn(await open())
    const { id: userId, password, email } = await aMember(deps)
    const wanted = ['atarashii-mizu-1', 'atarashii-mizu-2']
    const changes = await Promise.allSettled(
      wanted.map((new_password) =>
        changePassword(deps, { userId, userAgent: '' }, { current_password: password, new_password }),
      ),
    )
    const winners = wanted.filter((_, index) => changes[index]?.status === 'fulfilled')
    expect(winners).toHaveLength(1)
    await logIn(deps, { email, password: winners[0]! }, visitor)
  })

  test('voids links mailed before', async () => {
    const { deps, post } = accountsOn(await open())
    const { id: userId, password, email } = await aMember(deps)
    await post()
    await sendPasswordMail(deps, { email }, visitor)
    const [mail] = await post()
    await changePassword(deps, { userId, userAgent: '' }, { current_password: password, new_password })
    await expect(
      resetPassword(deps, { token: tokenIn(mail!), password: 'yet-another-one' }),
    ).rejects.toMatchObject({ code: 'mailTokenInvalid' })
  })
})
