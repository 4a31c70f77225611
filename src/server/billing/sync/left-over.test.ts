import { expect, test } from 'vitest'
import { HOUR_MS } from '#domain/dates/spans.ts'
import { describeEachDatabase } from '../../../../tests/support/database/databases.ts'
import { aMember } from '../../../../tests/support/shop/members.ts'
import { shopOn } from '../../../../tests/support/shop/shop.ts'
import { reconcileAll } from './reconcile-all.ts'

const { signal } = new AbortController()

describeEachDatabase('the daily comparison', (open) => {
  test('ends and refunds subscriptions that a killed process had marked', async () => {
    const shop = shopOn(await open(), { webhooks: false })
    const { id } = await aMember(shop.deps)
    await shop.buy(id)
    await reconcileAll(shop.deps, signal)
    await shop.deps.db.updateTable('subscriptions').set({ end_reason: 'duplicate' }).execute()
    await reconcileAll(shop.deps, signal)
    const { subscriptions, charges } = shop.emulator.control.truth()
    expect(subscriptions).toMatchObject([{ status: 'canceled' }])
    expect(charges).toMatchObject([{ refunded: 2900 }])
  })

  test('marks checkout pages as expired at their time, and no others', async () => {
    const shop = shopOn(await open(), { webhooks: false })
    const [late, early] = [await aMember(shop.deps), await aMember(shop.deps)]
    await shop.checkout(late.id)
    shop.pass(23 * HOUR_MS)
    await shop.checkout(early.id)
    shop.pass(2 * HOUR_MS)
    await reconcileAll(shop.deps, signal)
    const sessions = shop.deps.db.selectFrom('checkout_sessions').select(['user_id', 'status'])
    expect(await sessions.orderBy('id').execute()).toEqual([
      { user_id: late.id, status: 'expired' },
      { user_id: early.id, status: 'open' },
    ])
  })
})
