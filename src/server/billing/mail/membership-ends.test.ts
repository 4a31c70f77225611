import { expect, test } from 'vitest'
import { HOUR_MS } from '#domain/dates/spans.ts'
import { PAST_DUE_GRACE_MS } from '#domain/membership/membership.ts'
import { describeEachDatabase } from '../../../../tests/support/database/databases.ts'
import { aUser } from '../../../../tests/support/database/rows.ts'
import { membershipEndsJob } from './membership-ends.ts'

const NOW = new Date('2026-11-21T09:00:00.000Z')
const before = (hours: number, ms = 0) => new Date(NOW.getTime() - hours * HOUR_MS - ms).toISOString()
const graceEnds = (hours: number, ms = 0) => before(hours, PAST_DUE_GRACE_MS + ms)
const { signal } = new AbortController()

describeEachDatabase('a membership that runs out', (open) => {
  test('is mailed within the hour, to its member only', async () => {
    const db = await open()
    const names = new Map<number, string>()
    const somebody = async (name: string, row = {}) => {
      const id = await aUser(db, row)
      names.set(id, name)
      return id
    }
    const gift = { granted_membership: 'pro' as const }
    await somebody('whose gift ends now', { ...gift, granted_until: before(0) })
    await somebody('whose gift has ended in this hour', { ...gift, granted_until: before(1, -1) })
    await somebody('who was told an hour ago', { ...gift, granted_until: before(1) })
    await somebody('whose gift goes on', { ...gift, granted_until: before(0, -1) })
    await somebody('whose gift was taken back', { granted_until: before(0) })
    const subscriptions = {
      'whose days of grace are over': { past_due_since: graceEnds(0, 1) },
      'whose days of grace ended with the last run': { past_due_since: graceEnds(1) },
      'whose days of grace end this moment': { past_due_since: graceEnds(0) },
      'who was told of that before': { past_due_since: graceEnds(1, 1) },
      'who has paid': { past_due_since: graceEnds(0, 1), status: 'active' },
      'whose subscription is ended': { past_due_since: graceEnds(0, 1), end_reason: 'duplicate' as const },
    }
    for (const [name, row] of Object.entries(subscriptions)) {
      const user_id = await somebody(name)
      const times = { created: before(999), synced_at: before(9), current_period_end: before(999) }
      await db
        .insertInto('stripe_customers')
        .values({ id: name, user_id, created: before(999) })
        .execute()
      await db
        .insertInto('subscriptions')
        .values({
          id: name,
          customer_id: name,
          user_id,
          plan: 'pro_monthly',
          status: 'past_due',
          ...times,
          ...row,
        })
        .execute()
    }
    const deps = { db, now: () => NOW } as Parameters<typeof membershipEndsJob.run>[0]
    expect(await membershipEndsJob.run(deps, { state: undefined, signal })).toEqual({ upTo: before(0) })
    expect(await db.selectFrom('jobs').selectAll().execute(), 'nothing of before the first run').toEqual([])
    await membershipEndsJob.run(deps, { state: { upTo: before(1) }, signal })
    const mails = await db.selectFrom('jobs').select('payload').execute()
    expect(mails.map(({ payload }) => names.get(JSON.parse(payload).userId)).sort()).toEqual([
      'whose days of grace are over',
      'whose days of grace ended with the last run',
      'whose gift ends now',
      'whose gift has ended in this hour',
    ])
  })
})
