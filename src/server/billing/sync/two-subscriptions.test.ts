import { expect, test } from 'vitest'
import { deleteAccount } from '#server/accounts/delete-account.ts'
import { queueEndOfCustomer } from '#server/billing/membership/end-customer.ts'
import { membershipState } from '#server/billing/membership/membership-state.ts'
import { describeEachDatabase } from '../../../../tests/support/database/databases.ts'
import { aMember } from '../../../../tests/support/shop/members.ts'
import { type Shop, shopOn } from '../../../../tests/support/shop/shop.ts'
import { DAY } from '../../../../tools/stripe-emulator/model/calendar.ts'
import { refreshSubscription } from './refresh-subscription.ts'
import { ranked } from './rivals.ts'
import { syncSubscription } from './sync-subscription.ts'

/** Two tabs opened before either was paid; the shop would have closed one. */
async function payTwice(shop: Shop, userId: number): Promise<void> {
  const first = await shop.checkout(userId)
  const { customer, client_reference_id, metadata } = await shop.stripe.checkout.sessions.retrieve(first)
  const [price] = (await shop.stripe.prices.list({ lookup_keys: ['pro_yearly'] })).data
  const second = await shop.stripe.checkout.sessions.create({
    mode: 'subscription',
    customer: customer as string,
    client_reference_id: client_reference_id!,
    line_items: [{ price: price!.id, quantity: 1 }],
    success_url: 'https://nagare.example/paysuccess',
    subscription_data: { metadata: metadata! },
  })
  shop.emulator.control.pay(first)
  shop.pass(1000)
  shop.emulator.control.pay(second.id)
}

describeEachDatabase('two subscriptions of one member', (open) => {
  test('become one: the newer is ended at once and refunded, and that is logged', async () => {
    const shop = shopOn(await open())
    const { id } = await aMember(shop.deps)
    await shop.post()
    await payTwice(shop, id)
    await shop.settle()
    const { subscriptions, charges } = shop.emulator.control.truth()
    expect(subscriptions.map(({ status, plan }) => [plan, status])).toEqual([
      ['pro_monthly', 'active'],
      ['pro_yearly', 'canceled'],
    ])
    expect(charges.map(({ amount, refunded }) => [amount, refunded])).toEqual([
      [2900, 0],
      [26_400, 26_400],
    ])
    expect(await membershipState(shop.deps, id)).toMatchObject({ membership: 'pro', plan: 'pro_monthly' })
    const audits = await shop.deps.db.selectFrom('audit_records').selectAll().execute()
    expect(audits).toMatchObject([{ actor: 'stripe', action: 'subscription.ended', user_id: id }])
    expect(JSON.parse(audits[0]!.detail)).toEqual({
      subscription: subscriptions[1]!.id,
      why: 'duplicate',
      refunded: [charges[1]!.payment_intent],
    })
    expect(shop.logged.filter((line) => line.includes('ended at once'))).toHaveLength(1)
    expect((await shop.post()).map(({ text }) => text.includes('US$29 for one month'))).toEqual([true])
  })

  test('are compared by Stripe’s present state: the newer stays if the older has ended unnoticed', async () => {
    const shop = shopOn(await open(), { webhooks: true })
    const { id } = await aMember(shop.deps)
    await shop.buy(id)
    await shop.settle()
    shop.emulator.control.disturbWebhooks({ kind: 'drop', times: 100 })
    const [old] = shop.emulator.control.truth().subscriptions
    await shop.stripe.subscriptions.cancel(old!.id)
    shop.emulator.control.clearFaults()
    const session = await shop.stripe.checkout.sessions.create({
      mode: 'subscription',
      customer: old!.customer,
      client_reference_id: String(id),
      line_items: [{ price: (await shop.stripe.prices.list()).data[0]!.id, quantity: 1 }],
      success_url: 'https://nagare.example/paysuccess',
    })
    shop.emulator.control.pay(session.id)
    await shop.settle()
    expect(shop.emulator.control.truth().charges.map(({ refunded }) => refunded)).toEqual([0, 0])
    expect(await membershipState(shop.deps, id)).toMatchObject({ membership: 'pro' })
  })

  test('with an unpaid older one: the newer stays, and the older ends without a refund', async () => {
    const shop = shopOn(await open())
    const { id } = await aMember(shop.deps)
    shop.emulator.control.pay(await shop.checkout(id), { card: 'declinesRenewals' })
    await shop.settle()
    shop.pass(38.5 * DAY * 1000)
    await shop.settle()
    expect(await membershipState(shop.deps, id)).toMatchObject({ membership: 'free', past_due: true })
    await shop.buy(id, 'pro_yearly')
    await shop.settle()
    const { subscriptions, charges } = shop.emulator.control.truth()
    expect(subscriptions.map(({ status }) => status)).toEqual(['canceled', 'active'])
    expect(charges.every(({ refunded }) => refunded === 0)).toBe(true)
    expect(await membershipState(shop.deps, id)).toMatchObject({ membership: 'pro', plan: 'pro_yearly' })
  })

  test('of an account deleted meanwhile: the double payment is refunded', async () => {
    const shop = shopOn(await open(), { webhooks: false })
    const member = await aMember(shop.deps)
    await payTwice(shop, member.id)
    const ids = shop.emulator.control.truth().subscriptions.map(({ id }) => id)
    for (const id of ids) await refreshSubscription(shop.deps, id)
    await deleteAccount(shop.deps, {
      person: { id: member.id, membership: 'pro' },
      password: member.password,
      endPayments: queueEndOfCustomer,
    })
    for (const id of ids) await syncSubscription(shop.deps, id)
    const { subscriptions, charges } = shop.emulator.control.truth()
    expect(subscriptions.map(({ live }) => live)).toEqual([false, false])
    expect(charges.map(({ amount, refunded }) => amount - refunded)).toEqual([2900, 0])
  })

  test('are ended when Stripe answers again, after any number of failures', async () => {
    const shop = shopOn(await open())
    const { id } = await aMember(shop.deps)
    await payTwice(shop, id)
    for (const route of ['DELETE /v1/subscriptions/*', 'GET /v1/invoices', 'POST /v1/refunds'])
      shop.emulator.control.fail({ kind: 'status', status: 400, route })
    for (let tries = 0; tries < 5; tries++) await shop.settle()
    const { subscriptions, charges } = shop.emulator.control.truth()
    expect(subscriptions.map(({ live }) => live)).toEqual([true, false])
    expect(charges.map(({ amount, refunded }) => amount - refunded)).toEqual([2900, 0])
  })
})

test('of several paid ones the oldest is kept, and unpaid ones come last', () => {
  const rival = (id: string, status: string, day: number) => ({ id, status, created: `2026-11-0${day}` })
  const rivals = [rival('c', 'active', 3), rival('a', 'past_due', 1), rival('b', 'active', 2)]
  expect(ranked(rivals).map(({ id }) => id)).toEqual(['b', 'c', 'a'])
  expect(ranked([rival('z', 'active', 1), rival('y', 'active', 1)]).map(({ id }) => id)).toEqual(['y', 'z'])
})
