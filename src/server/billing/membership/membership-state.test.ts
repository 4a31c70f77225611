import { expect, test } from 'vitest'
import { DAY_MS } from '#domain/dates/spans.ts'
import { describeEachDatabase } from '../../../../tests/support/database/databases.ts'
import { aUser } from '../../../../tests/support/database/rows.ts'
import { membershipState } from './membership-state.ts'

const NOW = new Date('2026-11-21T09:00:00.000Z')
const inDays = (days: number) => new Date(NOW.getTime() + days * DAY_MS).toISOString()

describeEachDatabase('the membership that the account page shows', (open) => {
  test.each([
    ['renews', {}, { until: inDays(20), renews: true, can_cancel: true, can_resume: false }],
    [
      'ends on the day chosen at Stripe',
      { cancel_at: inDays(5) },
      { until: inDays(5), renews: false, can_cancel: false, can_resume: true },
    ],
    [
      'ends with what was paid',
      { cancel_at_period_end: 1 },
      { until: inDays(20), renews: false, can_cancel: false, can_resume: true },
    ],
    [
      'ends a week after the card failed',
      { status: 'past_due', past_due_since: inDays(-3) },
      { until: inDays(4), renews: false, past_due: true, can_cancel: true },
    ],
  ] as const)('%s', async (_, row, shown) => {
    const db = await open()
    const id = await aUser(db)
    const created = inDays(-10)
    await db.insertInto('stripe_customers').values({ id: 'cus_1', user_id: id, created }).execute()
    const subscription = {
      id: 'sub_1',
      customer_id: 'cus_1',
      user_id: id,
      status: 'active',
      plan: 'pro_monthly',
    }
    const times = { current_period_end: inDays(20), created, synced_at: created }
    await db
      .insertInto('subscriptions')
      .values({ ...subscription, ...times, ...row })
      .execute()
    const state = await membershipState({ db, now: () => NOW, payments: { mode: 'off' } }, id)
    expect(state).toMatchObject({ membership: 'pro', ground: 'subscription', has_portal: false, ...shown })
    expect(state.stays).toBe(false)
    const deps = { db, now: () => NOW, payments: { mode: 'off' } } as const
    const give = (granted_until: string | null) =>
      db.updateTable('users').set({ granted_membership: 'pro', granted_until }).execute()
    await give(inDays(2))
    expect(await membershipState(deps, id)).toMatchObject({ ...shown, stays: false })
    await give(inDays(30))
    expect(await membershipState(deps, id)).toMatchObject({ ...shown, stays: true })
    await db.updateTable('users').set({ granted_membership: null, granted_until: null }).execute()
    await db.insertInto('testers').values({ user_id: id, claimed_at: created }).execute()
    expect(await membershipState(deps, id)).toMatchObject({ ground: 'subscription', ...shown, stays: true })
  })
  test('is free from the moment a grant ends', async () => {
    const db = await open()
    const id = await aUser(db, { granted_membership: 'pro', granted_until: NOW.toISOString() })
    const at = (now: Date) => membershipState({ db, now: () => now, payments: { mode: 'off' } }, id)
    expect(await at(new Date(NOW.getTime() - 1))).toMatchObject({ membership: 'pro', ground: 'granted' })
    expect(await at(NOW)).toMatchObject({ membership: 'free', ground: null, can_cancel: false })
  })
})
