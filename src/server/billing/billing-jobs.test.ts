import { expect, test } from 'vitest'
import { DAY_MS } from '#domain/dates/spans.ts'
import { RETENTION_DAYS } from '#domain/privacy/retention.ts'
import type { Deps } from '#server/deps.ts'
import { isRecurring } from '#server/jobs/job.ts'
import { describeEachDatabase } from '../../../tests/support/database/databases.ts'
import { aMember } from '../../../tests/support/shop/members.ts'
import { shopOn } from '../../../tests/support/shop/shop.ts'
import { billingJobs, cleanBilling } from './billing-jobs.ts'

const { signal } = new AbortController()

function run(deps: Deps, kind: string, state?: unknown) {
  const job = billingJobs.filter(isRecurring).find((each) => each.kind === kind)
  return job!.run(deps, { state, signal })
}

describeEachDatabase('the shop’s regular work', (open) => {
  test('returns the daily comparison’s result, and fails if a part of it failed', async () => {
    const shop = shopOn(await open(), { webhooks: false })
    const { id } = await aMember(shop.deps)
    await shop.buy(id)
    const [subscription] = shop.emulator.control.truth().subscriptions
    const route = `GET /v1/subscriptions/${subscription!.id}`
    shop.emulator.control.fail({ kind: 'status', status: 400, route })
    await expect(run(shop.deps, 'billing.all')).rejects.toThrow('1 subscriptions could not be compared')
    expect(await run(shop.deps, 'billing.all')).toEqual({ listed: 1, repaired: 1, failed: 0 })
    const first = await run(shop.deps, 'billing.events')
    expect(first).toMatchObject({ missed: expect.any(Number) })
    expect(await run(shop.deps, 'billing.events', first)).toEqual({ ...(first as object), missed: 0 })
  })

  test('deletes old rows to the day, but nothing that waits or was bought', async () => {
    const shop = shopOn(await open())
    const { deps } = shop
    const now = deps.now()
    const ago = (days: number, ms = 0) => new Date(now.getTime() - days * DAY_MS - ms).toISOString()
    const { id: user_id } = await aMember(deps)
    const event = { type: 'ping', object_id: 'x', payload: '{}', created: ago(99), received_at: ago(99) }
    const handled = {
      over: ago(RETENTION_DAYS.stripeEvents, 1),
      'of that day': ago(RETENTION_DAYS.stripeEvents),
      waiting: null,
    }
    for (const [id, handled_at] of Object.entries(handled))
      await deps.db
        .insertInto('stripe_events')
        .values({ ...event, id, handled_at })
        .execute()
    const attempts = [
      ['failed', ago(RETENTION_DAYS.failedCheckouts, 1)],
      ['expired', ago(RETENTION_DAYS.failedCheckouts, 1)],
      ['failed', ago(RETENTION_DAYS.failedCheckouts)],
      ['complete', ago(RETENTION_DAYS.failedCheckouts, 1)],
    ] as const
    for (const [n, [status, created]] of attempts.entries())
      await deps.db
        .insertInto('checkout_sessions')
        .values({ user_id, plan: 'pro_monthly', idempotency_key: String(n), referral: '', status, created })
        .execute()
    await cleanBilling(deps)
    const events = await deps.db.selectFrom('stripe_events').select('id').orderBy('id').execute()
    expect(events.map(({ id }) => id)).toEqual(['of that day', 'waiting'])
    const kept = await deps.db
      .selectFrom('checkout_sessions')
      .select('idempotency_key as n')
      .orderBy('n')
      .execute()
    expect(kept.map(({ n }) => n)).toEqual(['2', '3'])
  })
})
