import type { Insertable, Kysely, Updateable } from 'kysely'
import { expect, test } from 'vitest'
import { DAY_MS } from '#domain/dates/spans.ts'
import { describePlainSql } from '../../../tests/support/database/databases.ts'
import { aMember } from '../../../tests/support/shop/members.ts'
import type { Database } from '../db/schema.ts'
import { memberByAccessToken } from './person.ts'

const NOW = '2026-11-21T00:00:00.000Z'
const daysAgo = (days: number) => new Date(Date.parse(NOW) - days * DAY_MS).toISOString()
const now = () => new Date(NOW)

async function aShop(open: () => Promise<Kysely<Database>>) {
  const deps = { db: await open(), now }
  const member = await aMember(deps)
  const membership = async () => (await memberByAccessToken(deps, member.access_token))?.membership
  const give = (values: Updateable<Database['users']>) =>
    deps.db.updateTable('users').set(values).where('id', '=', member.id).execute()
  return { deps, member, membership, give }
}

async function subscribe(
  db: Kysely<Database>,
  userId: number,
  given: Pick<Insertable<Database['subscriptions']>, 'status'> & { past_due_since?: string },
): Promise<void> {
  const customer_id = `cus_${userId}`
  await db
    .insertInto('stripe_customers')
    .values({ id: customer_id, user_id: userId, created: NOW })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const { length } = await db.selectFrom('subscriptions').select('id').execute()
  const row = { id: `sub_${length}`, customer_id, user_id: userId, plan: 'pro_monthly', created: NOW }
  await db
    .insertInto('subscriptions')
    .values({ ...row, current_period_end: NOW, synced_at: NOW, ...given })
    .execute()
}

describePlainSql('a member', (open) => {
  test('is free by default', async () => {
    const { membership } = await aShop(open)
    expect(await membership()).toBe('free')
  })

  test.each(['active', 'trialing'])('with a subscription that is %s is pro', async (status) => {
    const { deps, member, membership } = await aShop(open)
    await subscribe(deps.db, member.id, { status })
    expect(await membership()).toBe('pro')
  })

  test.each(['canceled', 'unpaid', 'incomplete', 'paused'])(
    'with a subscription that is %s is free',
    async (status) => {
      const { deps, member, membership } = await aShop(open)
      await subscribe(deps.db, member.id, { status })
      expect(await membership()).toBe('free')
    },
  )

  test('keeps the right for seven days after the card fails', async () => {
    const { deps, member, membership } = await aShop(open)
    await subscribe(deps.db, member.id, { status: 'past_due', past_due_since: daysAgo(7) })
    expect(await membership()).toBe('pro')
    await deps.db
      .updateTable('subscriptions')
      .set({ past_due_since: daysAgo(7.001) })
      .execute()
    expect(await membership()).toBe('free')
  })

  test('with several subscriptions is pro while one of them lives', async () => {
    const { deps, member, membership } = await aShop(open)
    for (const status of ['canceled', 'past_due', 'active', 'canceled'])
      await subscribe(deps.db, member.id, { status, past_due_since: daysAgo(30) })
    expect(await membership()).toBe('pro')
  })

  test('gains nothing from another member’s payment', async () => {
    const { deps, membership } = await aShop(open)
    await subscribe(deps.db, (await aMember(deps)).id, { status: 'active' })
    expect(await membership()).toBe('free')
  })

  test('who is an early tester stays one until that is ended', async () => {
    const { deps, member, membership } = await aShop(open)
    await deps.db.insertInto('testers').values({ user_id: member.id, claimed_at: NOW }).execute()
    expect(await membership()).toBe('early_adopter')
    await deps.db.updateTable('testers').set({ ended_at: NOW }).execute()
    expect(await membership()).toBe('free')
  })

  test('has the operator’s grant until its end', async () => {
    const { membership, give } = await aShop(open)
    await give({ granted_membership: 'pro' })
    expect(await membership()).toBe('pro')
    await give({ granted_membership: 'early_adopter', granted_until: daysAgo(-1) })
    expect(await membership()).toBe('early_adopter')
    await give({ granted_until: daysAgo(1) })
    expect(await membership()).toBe('free')
  })

  test('who is deleted is not found', async () => {
    const { deps, member, membership } = await aShop(open)
    await deps.db.deleteFrom('users').where('id', '=', member.id).execute()
    expect(await membership()).toBeUndefined()
  })
})
