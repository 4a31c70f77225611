import { expect, test } from 'vitest'
import { HOUR_MS } from '#domain/dates/spans.ts'
import { queueCustomerUpdate } from '#server/billing/membership/update-customer.ts'
import type { Deps } from '#server/deps.ts'
import { describeEachDatabase } from '../../../../tests/support/database/databases.ts'
import { tokenIn } from '../../../../tests/support/mail/mails.ts'
import { accountsOn } from '../../../../tests/support/shop/account-deps.ts'
import { aMember } from '../../../../tests/support/shop/members.ts'
import { sendVerificationAgain, verifyEmail } from './verification.ts'

const invalid = { code: 'mailTokenInvalid' }

const confirm = (deps: Deps, token: string) =>
  verifyEmail(deps, { token, updateCustomer: queueCustomerUpdate })

async function verifiedAt({ db }: Deps, id: number): Promise<string | null> {
  const { email_verified_at } = await db
    .selectFrom('users')
    .select('email_verified_at')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return email_verified_at
}

describeEachDatabase('confirming an address', (open) => {
  test('accepts the token of the registration mail, once', async () => {
    const { deps, post } = accountsOn(await open())
    const { id, email } = await aMember(deps)
    const [mail] = await post()
    expect(mail).toMatchObject({ to: email, locale: 'en', subject: 'Confirm your e-mail address for Nagare' })
    expect(mail?.text).toMatch(/^https:\/\/nagare\.example\/verify-email#token=[A-Za-z0-9_-]{43}$/m)
    expect(await verifiedAt(deps, id)).toBeNull()
    await confirm(deps, tokenIn(mail!))
    expect(await verifiedAt(deps, id)).toBe(deps.now().toISOString())
    await expect(confirm(deps, tokenIn(mail!))).rejects.toMatchObject(invalid)
  })

  test('refuses made-up tokens, old ones, and those of another purpose', async () => {
    const { deps, post, pass } = accountsOn(await open())
    const { id } = await aMember(deps)
    const [mail] = await post()
    const token = tokenIn(mail!)
    for (const wrong of ['', 'x', token.slice(1), token.toUpperCase(), `${token}A`])
      await expect(confirm(deps, wrong)).rejects.toMatchObject(invalid)
    await deps.db.updateTable('mail_tokens').set({ purpose: 'resetPassword' }).execute()
    await expect(confirm(deps, token)).rejects.toMatchObject(invalid)
    await deps.db.updateTable('mail_tokens').set({ purpose: 'verifyEmail' }).execute()
    pass(24 * HOUR_MS)
    await expect(confirm(deps, token)).rejects.toMatchObject(invalid)
    pass(-1)
    await confirm(deps, token)
    expect(await verifiedAt(deps, id)).not.toBeNull()
  })

  test('accepts only one of concurrent uses of a token', async () => {
    const { deps, post } = accountsOn(await open())
    await aMember(deps)
    const [mail] = await post()
    const tries = await Promise.allSettled(Array.from({ length: 8 }, () => confirm(deps, tokenIn(mail!))))
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('voids every other mail for it', async () => {
    const { deps, post } = accountsOn(await open())
    const member = await aMember(deps)
    const [first] = await post()
    await sendVerificationAgain(deps, member)
    const [second] = await post()
    await confirm(deps, tokenIn(first!))
    await expect(confirm(deps, tokenIn(second!))).rejects.toMatchObject(invalid)
  })

  test('does not work for the account’s former address', async () => {
    const { deps, post } = accountsOn(await open())
    const { id } = await aMember(deps)
    const [mail] = await post()
    await deps.db.updateTable('users').set({ email: 'other@example.com' }).where('id', '=', id).execute()
    await expect(confirm(deps, tokenIn(mail!))).rejects.toMatchObject(invalid)
    expect(await verifiedAt(deps, id)).toBeNull()
  })

  test('sends three mails an hour per account', async () => {
    const { deps, post } = accountsOn(await open())
    const [member, other] = [await aMember(deps), await aMember(deps)]
    await post()
    for (let time = 0; time < 3; time++) {
      await sendVerificationAgain(deps, member)
      expect(await post()).toMatchObject([{ to: member.email }])
    }
    await expect(sendVerificationAgain(deps, member)).rejects.toMatchObject({ code: 'tooManyRequests' })
    await sendVerificationAgain(deps, other)
    expect(await post()).toMatchObject([{ to: other.email }])
  })

  test('sends no more mails afterwards', async () => {
    const { deps, post } = accountsOn(await open())
    const member = await aMember(deps)
    const [mail] = await post()
    await confirm(deps, tokenIn(mail!))
    await sendVerificationAgain(deps, member)
    expect(await post()).toEqual([])
  })

  test('leaves no token in the database or the log', async () => {
    const { deps, post, logged } = accountsOn(await open())
    await aMember(deps)
    const [queued] = await deps.db.selectFrom('jobs').select(['payload', 'state']).execute()
    const [mail] = await post()
    const kept = JSON.stringify([queued, await deps.db.selectFrom('mail_tokens').selectAll().execute()])
    expect(kept + logged.join()).not.toContain(tokenIn(mail!))
    expect(queued?.payload).toMatch(/^\{"mail":"verifyEmail","userId":\d+\}$/)
  })
})
