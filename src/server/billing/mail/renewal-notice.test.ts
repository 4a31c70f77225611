import { expect, test } from 'vitest'
import { DAY_MS } from '#domain/dates/spans.ts'
import { describeEachDatabase } from '../../../../tests/support/database/databases.ts'
import { aUser } from '../../../../tests/support/database/rows.ts'
import { watchedLogger } from '../../../../tests/support/leaks/watched-log.ts'
import { announceRenewals } from './renewal-notice.ts'

const NOW = new Date('2026-11-21T09:00:00.000Z')
const inDays = (days: number) => new Date(NOW.getTime() + days * DAY_MS).toISOString()

describeEachDatabase('the renewal of a year', (open) => {
  test('is announced only if it comes within two weeks and will be charged', async () => {
    const db = await open()
    const user_id = await aUser(db)
    await db
      .insertInto('stripe_customers')
      .values({ id: 'cus_1', user_id, created: inDays(-351) })
      .execute()
    const due = {
      ...{ user_id, customer_id: 'cus_1', status: 'active', plan: 'pro_yearly' },
      ...{ current_period_end: inDays(13.9), created: inDays(-351), synced_at: NOW.toISOString() },
    }
    const subscriptions: Record<string, object> = {
      due: {},
      'due in two weeks to the moment': { current_period_end: inDays(14) },
      'due again': { renewal_notice_for: inDays(-351) },
      announced: { renewal_notice_for: due.current_period_end },
      'too early': { current_period_end: inDays(14.1) },
      over: { current_period_end: inDays(-0.1) },
      'over now': { current_period_end: inDays(0) },
      'of a month': { plan: 'pro_monthly' },
      unpaid: { status: 'past_due' },
      ended: { status: 'canceled' },
      cancelled: { cancel_at_period_end: 1 },
      'cancelled at Stripe': { cancel_at: due.current_period_end },
      'to be ended': { end_reason: 'duplicate' },
      'of nobody': { user_id: null },
    }
    for (const [id, differences] of Object.entries(subscriptions))
      await db
        .insertInto('subscriptions')
        .values({ ...due, id, ...differences })
        .execute()
    for (const _time of ['first', 'again'])
      await announceRenewals({ db, now: () => NOW, log: watchedLogger() }, {})
    const mails = await db.selectFrom('jobs').select('payload').execute()
    const announced = mails.map(({ payload }) => JSON.parse(payload))
    const mail = { mail: 'membershipRenews', userId: user_id }
    expect(announced.toSorted((a, b) => a.subscription.localeCompare(b.subscription))).toEqual([
      { ...mail, subscription: 'due' },
      { ...mail, subscription: 'due again' },
      { ...mail, subscription: 'due in two weeks to the moment' },
    ])
  })
})
