import { expect, test } from 'vitest'
import { login } from '#server/accounts/login.ts'
import { memberByAccessToken } from '#server/accounts/person.ts'
import { refreshSession } from '#server/accounts/session/refresh-session.ts'
import { signIn } from '#server/accounts/session/sessions.ts'
import { describeEachDatabase } from '../../../tests/support/database/databases.ts'
import { aUser } from '../../../tests/support/database/rows.ts'
import { accountsOn } from '../../../tests/support/shop/account-deps.ts'
import { aMember } from '../../../tests/support/shop/members.ts'
import { showMember } from './show-member.ts'
import { deleteMember, suspendMember } from './suspend-member.ts'

const WHY = { reason: 'Sold the clips on', payments: 'keep' } as const

describeEachDatabase('a suspended member', (open) => {
  async function shop() {
    const accounts = accountsOn(await open())
    await aMember(accounts.deps, { admin: true, email: 'ada@example.com' })
    const { id, email, password } = await aMember(accounts.deps)
    return { ...accounts, id, email, password, who: { id, actor: { id: 1 } } }
  }

  test('is signed out everywhere and cannot sign in until that ends', async () => {
    const { deps, id, email, password, who } = await shop()
    const session = await signIn(deps, { userId: id, userAgent: '' })
    await suspendMember(deps, who, WHY)
    expect(await memberByAccessToken(deps, session.access_token)).toBe(undefined)
    await expect(refreshSession(deps, session.refresh_token)).rejects.toMatchObject({ code: 'tokenInvalid' })
    const visitor = { address: '192.0.2.1', userAgent: '' }
    const again = () => login(deps, { email, password }, visitor)
    await expect(again()).rejects.toMatchObject({ code: 'suspended' })
    expect(await showMember(deps, id)).toMatchObject({ suspended: true, suspension: { reason: WHY.reason } })
    await suspendMember(deps, who, null)
    expect(await again()).toMatchObject({ status: 'OK' })
    const { history } = (await showMember(deps, id))!
    expect(history.map(({ action, detail }) => [action, detail.after])).toEqual([
      ['member.unsuspend', { suspended_reason: null }],
      ['member.suspend', { suspended_reason: WHY.reason, payments: 'keep' }],
    ])
  })

  test('has no session that began at the very moment', async () => {
    const { deps, id } = await shop()
    const { access_token } = await signIn(deps, { userId: id, userAgent: '' })
    await deps.db
      .updateTable('users')
      .set({ suspended_at: deps.now().toISOString() })
      .where('id', '=', id)
      .execute()
    expect(await memberByAccessToken(deps, access_token)).toBe(undefined)
  })

  test('is anybody but the admin, and payments are cancelled first', async () => {
    const { deps, who } = await shop()
    const admin = { ...who, id: 1 }
    await expect(suspendMember(deps, admin, WHY)).rejects.toMatchObject({ code: 'forbidden' })
    await expect(deleteMember(deps, admin, 'ada@example.com')).rejects.toMatchObject({ code: 'forbidden' })
    await expect(suspendMember(deps, { ...who, id: 99 }, WHY)).rejects.toMatchObject({ code: 'notFound' })
    await deps.db
      .insertInto('stripe_customers')
      .values({ id: 'cus', user_id: who.id, created: '2026' })
      .execute()
    const period = { current_period_end: '2099', created: '2026', synced_at: '2026' }
    await deps.db
      .insertInto('subscriptions')
      .values({
        id: 'sub',
        customer_id: 'cus',
        user_id: who.id,
        status: 'active',
        plan: 'pro_monthly',
        ...period,
      })
      .execute()
    const cancelling = suspendMember(deps, who, { ...WHY, payments: 'cancel' })
    await expect(cancelling).rejects.toMatchObject({ code: 'paymentsOff' })
    expect(await showMember(deps, who.id)).toMatchObject({ suspended: false })
  })

  test('or any other is deleted as by themselves, after their address was typed', async () => {
    const { deps, id, email, who, post } = await shop()
    const other = await aUser(deps.db, { email: 'other@example.com' })
    await expect(deleteMember(deps, who, 'other@example.com')).rejects.toMatchObject({ code: 'typedWrong' })
    await deleteMember(deps, who, ` ${email.toUpperCase()}`)
    expect(await showMember(deps, id)).toBe(undefined)
    expect(await showMember(deps, other)).toMatchObject({ id: other })
    expect((await post()).map(({ to }) => to)).toEqual([email])
    const log = await deps.db
      .selectFrom('audit_records')
      .selectAll()
      .where('action', '=', 'member.delete')
      .execute()
    expect(log).toMatchObject([{ actor: 'user:1', user_id: null, detail: JSON.stringify({ account: id }) }])
  })
})
