import { expect, test } from 'vitest'
import type { Person } from '#domain/membership/membership.ts'
import { queueEndOfCustomer } from '#server/billing/membership/end-customer.ts'
import type { Database } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { describeEachDatabase } from '../../../tests/support/database/databases.ts'
import { accountsOn } from '../../../tests/support/shop/account-deps.ts'
import { fillAccount } from '../../../tests/support/shop/full-account.ts'
import { aMember } from '../../../tests/support/shop/members.ts'
import { deleteAccount } from './delete-account.ts'
import { login } from './login.ts'
import { memberByAccessToken } from './person.ts'
import { refreshSession } from './session/refresh-session.ts'

function remove(deps: Deps, person: Person, password: string): Promise<void> {
  return deleteAccount(deps, { person, password, endPayments: queueEndOfCustomer })
}

describeEachDatabase('deleting an account', (open) => {
  test('removes the person and their data, everywhere and at once', async () => {
    const { deps, post } = accountsOn(await open())
    const member = await aMember(deps)
    await fillAccount(deps.db, member.id)
    await post()
    await remove(deps, { id: member.id, membership: 'pro' }, member.password)
    const gone = ['users', 'sessions', 'access_tokens', 'mail_tokens', 'likes', 'testers', 'known_devices']
    for (const table of gone as (keyof Database)[])
      expect(await deps.db.selectFrom(table).selectAll().execute(), table).toEqual([])
    expect(await memberByAccessToken(deps, member.access_token)).toBeUndefined()
    await expect(refreshSession(deps, member.refresh_token)).rejects.toMatchObject({ code: 'tokenInvalid' })
    const visitor = { address: '10.4.0.1', userAgent: '' }
    await expect(login(deps, member, visitor)).rejects.toMatchObject({ code: 'signInFailed' })
  })

  test('leaves licences, payments and counts without the person', async () => {
    const { deps, post } = accountsOn(await open())
    const member = await aMember(deps)
    await fillAccount(deps.db, member.id)
    await post()
    await remove(deps, { id: member.id, membership: 'pro' }, member.password)
    const licences = await deps.db.selectFrom('downloads').selectAll().execute()
    expect(licences).toMatchObject([
      { public_id: 'licence-9876543210', user_id: null, licensee_name: '', clip_title: 'Fushimi Inari' },
    ])
    const kept = ['activities', 'stripe_customers', 'subscriptions', 'checkout_sessions'] as const
    for (const table of kept)
      expect(await deps.db.selectFrom(table).select('user_id').execute(), table).toEqual([{ user_id: null }])
    for (const table of ['promotions', 'collections'] as const)
      expect(await deps.db.selectFrom(table).select('created_by').execute()).toEqual([{ created_by: null }])
  })

  test('removes the person’s search clicks, which would otherwise count as other people’s', async () => {
    const { deps } = accountsOn(await open())
    const [member, other] = [await aMember(deps), await aMember(deps)]
    const click = { label: 'RESULT_CLICK', meta: '{}', created: deps.now().toISOString() }
    await deps.db
      .insertInto('activities')
      .values([member.id, other.id, null].map((user_id) => ({ ...click, user_id })))
      .execute()
    await remove(deps, { id: member.id, membership: 'free' }, member.password)
    const left = await deps.db.selectFrom('activities').select('user_id').orderBy('id').execute()
    expect(left).toEqual([{ user_id: other.id }, { user_id: null }])
  })

  test('needs the password, and changes nobody else’s data', async () => {
    const { deps } = accountsOn(await open())
    const [member, other] = [await aMember(deps), await aMember(deps)]
    const person = { id: member.id, membership: 'free' as const }
    await expect(remove(deps, person, 'wrong-password')).rejects.toMatchObject({
      code: 'passwordWrong',
    })
    expect(await memberByAccessToken(deps, member.access_token)).toBeDefined()
    await remove(deps, person, member.password)
    const left = await deps.db.selectFrom('users').select('id').execute()
    expect(left).toEqual([{ id: other.id }])
  })

  test('sends a mail that says so, and drops waiting ones', async () => {
    const { deps, post } = accountsOn(await open())
    const member = await aMember(deps)
    await deps.db.updateTable('users').set({ locale: 'ja' }).execute()
    await remove(deps, { id: member.id, membership: 'free' }, member.password)
    const [mail, ...others] = await post()
    expect(mail).toMatchObject({
      to: member.email,
      locale: 'ja',
      subject: '【Nagare】アカウント削除のお知らせ',
    })
    expect(mail?.text).toContain('https://nagare.example/ja/contact\n')
    expect(others).toEqual([])
  })

  test('lets the address register again, as a new person', async () => {
    const { deps } = accountsOn(await open())
    const member = await aMember(deps)
    await remove(deps, { id: member.id, membership: 'free' }, member.password)
    const again = await aMember(deps, { email: member.email })
    expect(again.id).toBeGreaterThan(member.id)
  })

  test('is refused for the operator’s account', async () => {
    const { deps } = accountsOn(await open())
    const admin = await aMember(deps, { admin: true })
    await expect(
      remove(deps, { id: 1, membership: 'free', role: 'admin' }, admin.password),
    ).rejects.toMatchObject({
      code: 'forbidden',
      detail: 'the operator’s account cannot be deleted',
    })
    expect(await memberByAccessToken(deps, admin.access_token)).toBeDefined()
  })
})
