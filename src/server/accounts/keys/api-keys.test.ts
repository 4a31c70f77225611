import { expect, test } from 'vitest'
import type { KeyInput } from '#contract/accounts/keys.ts'
import { DAY_MS, MINUTE_MS } from '#domain/dates/spans.ts'
import { RETENTION_DAYS } from '#domain/privacy/retention.ts'
import { deleteAccount } from '#server/accounts/delete-account.ts'
import { findPerson, type Member } from '#server/accounts/person.ts'
import { logPage } from '#server/audit-log/list-log.ts'
import { queueEndOfCustomer } from '#server/billing/membership/end-customer.ts'
import type { Deps } from '#server/deps.ts'
import { suspendMember } from '#server/members/suspend-member.ts'
import { forgetJob } from '#server/privacy/forget-job.ts'
import { describeEachDatabase } from '../../../../tests/support/database/databases.ts'
import { accountsOn } from '../../../../tests/support/shop/account-deps.ts'
import { aKey } from '../../../../tests/support/shop/keys.ts'
import { aMember } from '../../../../tests/support/shop/members.ts'
import { keyInAddress, listKeys, makeKey, memberByKey, revokeKey, revokeLeakedKey } from './api-keys.ts'

const READ: KeyInput = { name: 'Importer', scopes: ['read'] }

test('a key is found in an address, however it is escaped', () => {
  const key = `ngr_${'aB3_-'.repeat(8)}xyz`
  for (const address of [`/?key=${key}`, `/api/x/${key}`, `/?key=%6Egr%5F${key.slice(4)}&b=%ff`])
    expect(keyInAddress(address)).toBe(key)
  for (const address of ['/', '/s/ngr_', `/s/${key.slice(0, -1)}`, '/s/%E6%9D%B1%E4%BA%AC', '/%'])
    expect(keyInAddress(address)).toBeUndefined()
})

describeEachDatabase('keys of programs', (open) => {
  async function shop(wanted: Parameters<typeof aMember>[1] = {}) {
    const accounts = accountsOn(await open())
    const account = await aMember(accounts.deps, wanted)
    const person = await findPerson(accounts.deps.db, account.id, accounts.deps.now())
    const owner: Member = { ...person!, sessionId: '' }
    return { ...accounts, account, owner }
  }

  test('are shown once, stored as hashes, listed without themselves, and told by mail', async () => {
    const { deps, owner, post } = await shop()
    const { id, key } = await makeKey(deps, owner, { ...READ, expires_in_days: 30 })
    expect(key).toMatch(/^ngr_[\w-]{43}$/)
    expect(JSON.stringify(await deps.db.selectFrom('api_keys').selectAll().execute())).not.toContain(key)
    const { keys } = await listKeys(deps, owner)
    expect(keys).toMatchObject([{ id, name: 'Importer', scopes: ['read'], last_used: null }])
    expect(Date.parse(keys[0]!.expires_at!)).toBe(deps.now().getTime() + 30 * DAY_MS)
    const [mail] = (await post()).filter(({ subject }) => subject.includes('key'))
    expect(mail!.text).toContain('“Importer”')
    expect(mail!.text).not.toContain(key)
  })

  test('are at most five that work, however many are made at once', async () => {
    const { deps, owner, pass } = await shop()
    const make = () =>
      makeKey(deps, owner, { ...READ, expires_in_days: 1 }).then(
        () => 'made',
        ({ code }) => code,
      )
    const outcomes = await Promise.all(Array.from({ length: 8 }, make))
    expect(outcomes.toSorted()).toEqual([...Array(3).fill('keysFull'), ...Array(5).fill('made')])
    const [{ id } = { id: 0 }] = (await listKeys(deps, owner)).keys
    await revokeKey(deps, owner, id)
    expect(await make()).toBe('made')
    expect(await make()).toBe('keysFull')
    pass(2 * DAY_MS)
    expect(await make()).toBe('made')
  })

  test('work until they end, and note their use by the minute', async () => {
    const { deps, owner, pass } = await shop()
    const { key } = await makeKey(deps, owner, { ...READ, expires_in_days: 1 })
    expect(await memberByKey(deps, key)).toMatchObject({ id: owner.id, key: { scopes: ['read'] } })
    const lastUsed = async () => (await listKeys(deps, owner)).keys[0]!.last_used
    const first = await lastUsed()
    expect(first).toBe(deps.now().toISOString())
    pass(MINUTE_MS / 2)
    await memberByKey(deps, key)
    expect(await lastUsed()).toBe(first)
    pass(MINUTE_MS)
    await memberByKey(deps, key)
    expect(await lastUsed()).toBe(deps.now().toISOString())
    pass(DAY_MS)
    expect(await memberByKey(deps, key)).toBeUndefined()
    expect(await memberByKey(deps, `${key}x`)).toBeUndefined()
  })

  test('follow their owner: suspended, demoted, deleted', async () => {
    const { deps, account, owner } = await shop({ role: 'editor' })
    await aMember(deps, { admin: true })
    const { key } = await makeKey(deps, owner, { name: 'Desk', scopes: ['read', 'manage'] })
    const scopes = async () => (await memberByKey(deps, key))?.key?.scopes
    expect(await scopes()).toEqual(['read', 'manage'])
    const who = { id: owner.id, actor: { id: 1 } }
    const billing = deps as Parameters<typeof suspendMember>[0]
    await suspendMember(billing, who, { reason: 'Asked', payments: 'go on' } as never)
    expect(await memberByKey(deps, key)).toBeUndefined()
    await suspendMember(billing, who, null)
    await deps.db.updateTable('users').set({ role: null }).where('id', '=', owner.id).execute()
    expect(await scopes()).toEqual(['read'])
    await expect(
      makeKey(deps, { ...owner, role: null }, { name: 'x', scopes: ['manage'] }),
    ).rejects.toMatchObject({
      code: 'forbidden',
    })
    const person = { id: owner.id, membership: 'free' as const }
    await deleteAccount(deps, { person, password: account.password, endPayments: queueEndOfCustomer })
    expect(await memberByKey(deps, key)).toBeUndefined()
    expect(await deps.db.selectFrom('api_keys').selectAll().execute()).toEqual([])
  })

  test('are revoked by their owner alone, or by being seen in an address, which is mailed and logged', async () => {
    const { deps, owner, post } = await shop()
    const stranger = await aMember(deps)
    const [first, second] = [await aKey(deps, { userId: owner.id }), await aKey(deps, { userId: owner.id })]
    await expect(revokeKey(deps, { ...owner, id: stranger.id }, first.id)).rejects.toMatchObject({
      code: 'notFound',
    })
    await revokeKey(deps, owner, first.id)
    await expect(revokeKey(deps, owner, first.id)).rejects.toMatchObject({ code: 'notFound' })
    expect(await memberByKey(deps, first.key)).toBeUndefined()
    await post()
    for (let time = 0; time < 2; time++) await revokeLeakedKey(deps, second.key)
    expect(await memberByKey(deps, second.key)).toBeUndefined()
    expect((await listKeys(deps, owner)).keys).toEqual([])
    const mails = await post()
    expect(mails).toMatchObject([{ subject: expect.stringContaining('was revoked') }])
    const { entries } = await logPage(deps.db, { kind: 'member' }, { before: undefined, limit: 9 })
    expect(entries).toMatchObject([
      { action: 'key.leak', detail: { api_key: 'Importer' } },
      { action: 'key.revoke', detail: { api_key: 'Importer' } },
    ])
    await revokeLeakedKey(deps, 'ngr_of_nobody')
  })

  test('are forgotten some months after their end, and the others stay', async () => {
    const { deps, owner, pass } = await shop()
    const lasting = await makeKey(deps, owner, READ)
    await makeKey(deps, owner, { ...READ, expires_in_days: 1 })
    const revoked = await makeKey(deps, owner, READ)
    await revokeKey(deps, owner, revoked.id)
    const forget = async () => {
      await forgetJob.run(deps as Deps, { state: undefined, signal: new AbortController().signal })
      return (await deps.db.selectFrom('api_keys').select('id').execute()).length
    }
    expect(await forget()).toBe(3)
    pass((RETENTION_DAYS.endedKeys + 2) * DAY_MS)
    expect(await forget()).toBe(1)
    expect(await listKeys(deps, owner)).toMatchObject({ keys: [{ id: lasting.id }] })
  })
})
