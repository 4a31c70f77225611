import { expect, test, vi } from 'vitest'
import { describeEachDatabase } from '../../../../tests/support/database/databases.ts'
import { aMember } from '../../../../tests/support/shop/members.ts'
import { type Shop, shopOn } from '../../../../tests/support/shop/shop.ts'
import { handleSubject, unhandledSubjects } from './handle-event.ts'

async function arrived({ deps }: Shop, id: string, object_id: string, secondsAgo: number): Promise<void> {
  const at = new Date(deps.now().getTime() - secondsAgo * 1000).toISOString()
  const event = { type: 'customer.subscription.updated', payload: '{}', created: at, received_at: at }
  await deps.db
    .insertInto('stripe_events')
    .values({ ...event, id, object_id, handled_at: null })
    .execute()
}

describeEachDatabase('events of Stripe', (open) => {
  test('are handled once, all of one object together, separately from others', async () => {
    const shop = shopOn(await open(), { webhooks: false })
    const { id } = await aMember(shop.deps)
    await shop.buy(id)
    const [subscription] = shop.emulator.control.truth().subscriptions
    const retrieve = vi.spyOn(shop.stripe.subscriptions, 'retrieve')
    await arrived(shop, 'evt_1', subscription!.id, 20)
    await arrived(shop, 'evt_2', 'sub_other', 30)
    await arrived(shop, 'evt_3', subscription!.id, 40)
    expect(await unhandledSubjects(shop.deps.db), 'the longest waiting first').toEqual([
      subscription!.id,
      'sub_other',
    ])
    await handleSubject(shop.deps, subscription!.id)
    const handledAt = shop.deps.now().toISOString()
    shop.pass(1000)
    await handleSubject(shop.deps, subscription!.id)
    expect(retrieve).toHaveBeenCalledOnce()
    expect(await unhandledSubjects(shop.deps.db)).toEqual(['sub_other'])
    const events = shop.deps.db.selectFrom('stripe_events').select(['id', 'handled_at']).orderBy('id')
    expect(await events.execute()).toEqual([
      { id: 'evt_1', handled_at: handledAt },
      { id: 'evt_2', handled_at: null },
      { id: 'evt_3', handled_at: handledAt },
    ])
  })
})
