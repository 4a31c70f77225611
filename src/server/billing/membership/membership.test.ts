import { expect, test, vi } from 'vitest'
import { memberByAccessToken } from '#server/accounts/person.ts'
import { syncPayment } from '#server/billing/checkout/sync-checkout.ts'
import { syncSubscription } from '#server/billing/sync/sync-subscription.ts'
import { claimSpot } from '#server/testers/claim-spot.ts'
import { makeTesterKeys } from '#server/testers/tester-keys.ts'
import { describePlainSql } from '../../../../tests/support/database/databases.ts'
import { aMember } from '../../../../tests/support/shop/members.ts'
import { type Shop, shopOn } from '../../../../tests/support/shop/shop.ts'
import { DAY } from '../../../../tools/stripe-emulator/model/calendar.ts'
import { cancelInPortal } from '../../../../tools/stripe-emulator/model/portal.ts'
import { cancelMembership, cancelSubscription, resumeMembership } from './cancel-membership.ts'
import { membershipState } from './membership-state.ts'

const FREE = {
  membership: 'free',
  ground: null,
  plan: null,
  until: null,
  renews: false,
  trial: false,
  next_price: null,
  may_try: false,
  stays: false,
  past_due: false,
  can_cancel: false,
  can_change: false,
  can_resume: false,
}

/** Advances the shop's and Stripe's clocks and handles the events. */
async function days(shop: Shop, count: number): Promise<void> {
  shop.pass(count * DAY * 1000)
  await shop.settle()
}

describePlainSql('a membership that is paid for', (open) => {
  test('begins with the payment, and its terms are mailed', async () => {
    const shop = shopOn(await open())
    const member = await aMember(shop.deps)
    await shop.post()
    await shop.buy(member.id, 'pro_yearly')
    await shop.settle()
    const state = await membershipState(shop.deps, member.id)
    expect(state).toMatchObject({
      membership: 'pro',
      ground: 'subscription',
      plan: 'pro_yearly',
      renews: true,
    })
    expect(state).toMatchObject({ can_cancel: true, can_resume: false, past_due: false, has_portal: true })
    const years = (Date.parse(state.until ?? '') - shop.deps.now().getTime()) / (DAY * 1000 * 365)
    expect(years).toBeCloseTo(1, 1)
    expect(await memberByAccessToken(shop.deps, member.access_token)).toMatchObject({ membership: 'pro' })
    const mails = await shop.post()
    expect(mails.map(({ subject }) => subject)).toEqual(['Your Nagare Pro membership'])
    expect(mails[0]?.text).toContain('The price is US$264 for one year')
  })

  test('begins at once for a buyer who returns before the webhook, and for nobody else', async () => {
    const shop = shopOn(await open(), { webhooks: false })
    const [buyer, other] = [await aMember(shop.deps), await aMember(shop.deps)]
    const session = await shop.buy(buyer.id)
    await expect(syncPayment(shop.deps, other.id, session)).rejects.toMatchObject({ code: 'notFound' })
    await expect(syncPayment(shop.deps, buyer.id, 'cs_test_of_nobody')).rejects.toMatchObject({
      code: 'notFound',
    })
    expect(await membershipState(shop.deps, buyer.id)).toMatchObject({ membership: 'free' })
    expect(await syncPayment(shop.deps, buyer.id, session)).toMatchObject({ membership: 'pro' })
    expect(await membershipState(shop.deps, other.id)).toEqual({ ...FREE, may_try: true, has_portal: false })
  })

  test('after a cancellation stays until the end of the paid period', async () => {
    const shop = shopOn(await open())
    const { id } = await aMember(shop.deps)
    await shop.buy(id)
    await shop.settle()
    await shop.post()
    const { until } = await membershipState(shop.deps, id)
    const cancelled = { membership: 'pro', until, renews: false, can_cancel: false, can_resume: true }
    expect(await cancelMembership(shop.deps, id)).toMatchObject(cancelled)
    expect(await cancelMembership(shop.deps, id)).toMatchObject(cancelled)
    await shop.settle()
    expect((await shop.post()).map(({ subject }) => subject)).toEqual(['Your Nagare membership is cancelled'])
    await days(shop, 27)
    expect(await membershipState(shop.deps, id)).toMatchObject({ membership: 'pro' })
    await days(shop, 5)
    expect(await membershipState(shop.deps, id)).toEqual({ ...FREE, has_portal: true })
    await expect(cancelMembership(shop.deps, id)).rejects.toMatchObject({ code: 'nothingToCancel' })
    await expect(resumeMembership(shop.deps, id)).rejects.toMatchObject({ code: 'nothingToCancel' })
    expect(shop.emulator.control.truth().charges).toHaveLength(1)
  })

  test.each(['here', 'at Stripe'])('goes on when a cancellation made %s is taken back', async (where) => {
    const shop = shopOn(await open())
    const { id } = await aMember(shop.deps)
    await shop.buy(id)
    await shop.settle()
    const [subscription] = shop.emulator.control.truth().subscriptions
    if (where === 'here') await cancelMembership(shop.deps, id)
    else cancelInPortal(shop.emulator.account, subscription!.id)
    await shop.settle()
    expect(await membershipState(shop.deps, id)).toMatchObject({ can_resume: true, renews: false })
    expect(await resumeMembership(shop.deps, id)).toMatchObject({ can_resume: false, renews: true })
    expect(await resumeMembership(shop.deps, id)).toMatchObject({ can_resume: false, renews: true })
    await days(shop, 32)
    expect(await membershipState(shop.deps, id)).toMatchObject({ membership: 'pro', renews: true })
  })

  test('that Stripe fails to cancel does not show as cancelled', async () => {
    const shop = shopOn(await open())
    const { id } = await aMember(shop.deps)
    await shop.buy(id)
    await shop.settle()
    const update = vi.spyOn(shop.stripe.subscriptions, 'update')
    for (const statusCode of [400, 500]) {
      update.mockRejectedValueOnce(Object.assign(new Error('no'), { type: 'StripeError', statusCode }))
      await expect(cancelMembership(shop.deps, id)).rejects.toMatchObject({ code: 'paymentFailed' })
      expect(await membershipState(shop.deps, id)).toMatchObject({ renews: true, can_cancel: true })
    }
  })

  test('that is overdue without an open invoice has its grace from when we learn of it', async () => {
    const shop = shopOn(await open())
    const { id } = await aMember(shop.deps)
    await shop.buy(id)
    await shop.settle()
    const [subscription] = shop.emulator.account.state.subscriptions.values()
    subscription!.status = 'past_due'
    await syncSubscription(shop.deps, subscription!.id)
    const since = shop.deps.db.selectFrom('subscriptions').select('past_due_since')
    expect(await since.execute()).toEqual([{ past_due_since: shop.deps.now().toISOString() }])
  })

  test('on trial also stays until its end when cancelled', async () => {
    const shop = shopOn(await open())
    const { id } = await aMember(shop.deps)
    await shop.buy(id)
    await shop.settle()
    await shop.deps.db.updateTable('subscriptions').set({ status: 'trialing' }).execute()
    expect(await cancelMembership(shop.deps, id)).toMatchObject({ membership: 'pro', can_resume: true })
  })

  test.each([
    ['set by us', { cancel_at_period_end: true, cancel_at: 9 }, [{ cancel_at_period_end: false }]],
    ['set on Stripe’s page', { cancel_at_period_end: false, cancel_at: 9 }, [{ cancel_at: '' }]],
    ['not set', { cancel_at_period_end: false, cancel_at: null }, []],
    ['in the past', { status: 'canceled', cancel_at_period_end: true, cancel_at: 9 }, []],
  ])('is resumed by undoing its end where that is %s', async (_, answer, sent) => {
    const shop = shopOn(await open())
    const { id } = await aMember(shop.deps)
    await shop.buy(id)
    await shop.settle()
    vi.spyOn(shop.stripe.subscriptions, 'retrieve').mockResolvedValueOnce(answer as never)
    const update = vi.spyOn(shop.stripe.subscriptions, 'update').mockResolvedValue({} as never)
    await resumeMembership(shop.deps, id)
    expect(update.mock.calls.map(([, params]) => params)).toEqual(sent)
  })

  test('lasts seven days after a failed card, and returns when another pays', async () => {
    const shop = shopOn(await open())
    const { id } = await aMember(shop.deps)
    shop.emulator.control.pay(await shop.checkout(id), { card: 'declinesRenewals' })
    await shop.settle()
    const { until } = await membershipState(shop.deps, id)
    const untilRenewal = (Date.parse(until!) - shop.deps.now().getTime()) / (DAY * 1000)
    await days(shop, untilRenewal + 0.1)
    const failing = await membershipState(shop.deps, id)
    expect(failing).toMatchObject({ membership: 'pro', past_due: true, renews: false, can_cancel: true })
    const grace = (Date.parse(failing.until!) - shop.deps.now().getTime()) / (DAY * 1000)
    expect(grace).toBeCloseTo(6.94, 1)
    await days(shop, 6.8)
    expect(await membershipState(shop.deps, id)).toMatchObject({ membership: 'pro' })
    await days(shop, 0.5)
    expect(await membershipState(shop.deps, id)).toMatchObject({ membership: 'free' })
    const [customer] = shop.emulator.control.truth().customers
    shop.emulator.control.changeCard(customer!.id, 'paysToo')
    await shop.settle()
    expect(await membershipState(shop.deps, id)).toMatchObject({ membership: 'pro', past_due: false })
    const failing_since = shop.deps.db.selectFrom('subscriptions').select('past_due_since')
    expect(await failing_since.execute(), 'the next failure has its own days').toEqual([
      { past_due_since: null },
    ])
  })

  test('ends with its period on request of a new early tester, and the licence stays', async () => {
    const shop = shopOn(await open())
    const { deps } = shop
    const member = await aMember(deps)
    await cancelSubscription(deps, member.id)
    await shop.buy(member.id, 'pro_monthly')
    await shop.settle()
    const [key = ''] = await makeTesterKeys(deps, { count: 1, label: 'test' })
    await claimSpot(deps, { id: member.id, membership: 'pro' }, { key, address: '10.0.0.1' })
    for (let time = 0; time < 2; time++) await cancelSubscription(deps, member.id)
    await shop.settle()
    expect(await membershipState(deps, member.id)).toMatchObject({ membership: 'pro', renews: false })
    await days(shop, 35)
    await cancelSubscription(deps, member.id)
    expect(await membershipState(deps, member.id)).toMatchObject({
      membership: 'early_adopter',
      ground: 'tester',
    })
  })

  test.each(['each failure is heard of', 'nothing is heard of the first failure'])(
    'is not prolonged by a second unpaid invoice, where %s',
    async (heard) => {
      const shop = shopOn(await open())
      // A shop that retries cards for longer than a month.
      shop.emulator.account.billing.retryAfterDays.splice(0, 3, 25, 25, 25)
      const { id } = await aMember(shop.deps)
      shop.emulator.control.pay(await shop.checkout(id), { card: 'declinesRenewals' })
      await shop.settle()
      if (heard === 'each failure is heard of') {
        await days(shop, 32)
        expect(await membershipState(shop.deps, id)).toMatchObject({ membership: 'pro', past_due: true })
      } else {
        shop.emulator.control.disturbWebhooks({ kind: 'drop', times: 100 })
        await days(shop, 32)
        shop.emulator.control.clearFaults()
      }
      await days(shop, 31)
      const [subscription] = shop.emulator.control.truth().subscriptions
      const unpaid = await shop.stripe.invoices.list({ subscription: subscription!.id, status: 'open' })
      expect(unpaid.data).toHaveLength(2)
      expect(await membershipState(shop.deps, id)).toMatchObject({ membership: 'free', past_due: true })
    },
  )

  test('with a failed card ends at once when cancelled, and the card is not charged again', async () => {
    const shop = shopOn(await open())
    const { id } = await aMember(shop.deps)
    shop.emulator.control.pay(await shop.checkout(id), { card: 'declinesRenewals' })
    await days(shop, 32)
    const asked = shop.emulator.control.truth().charges.length
    expect(await cancelMembership(shop.deps, id)).toMatchObject({ membership: 'free', ground: null })
    await days(shop, 30)
    expect(shop.emulator.control.truth().charges).toHaveLength(asked)
  })

  test('that ended by a failed card can still be cancelled, so that the card is not charged again', async () => {
    const shop = shopOn(await open())
    const { id } = await aMember(shop.deps)
    shop.emulator.control.pay(await shop.checkout(id), { card: 'declinesRenewals' })
    await days(shop, 38.5)
    const asked = shop.emulator.control.truth().charges.length
    const owing = { membership: 'free', ground: null, past_due: true, can_cancel: true }
    expect(await membershipState(shop.deps, id)).toMatchObject(owing)
    expect(await cancelMembership(shop.deps, id)).toEqual({ ...FREE, has_portal: true })
    await days(shop, 30)
    expect(shop.emulator.control.truth().charges).toHaveLength(asked)
  })
})

describePlainSql('a granted membership', (open) => {
  test('to an early tester ends at once when it is cancelled, and the spot stays taken', async () => {
    const { deps } = shopOn(await open())
    const [{ id }, other] = [await aMember(deps), await aMember(deps)]
    const claimed_at = deps.now().toISOString()
    for (const user_id of [id, other.id])
      await deps.db.insertInto('testers').values({ user_id, claimed_at }).execute()
    await deps.db.updateTable('tester_spots').set({ taken: 1 }).execute()
    expect(await membershipState(deps, id)).toMatchObject({ membership: 'early_adopter', ground: 'tester' })
    expect(await cancelMembership(deps, id)).toEqual({ ...FREE, has_portal: false })
    expect(await deps.db.selectFrom('tester_spots').select('taken').execute()).toEqual([{ taken: 1 }])
    const audits = await deps.db.selectFrom('audit_records').select(['actor', 'action']).execute()
    expect(audits).toEqual([{ actor: `user:${id}`, action: 'tester.ended' }])
    expect(await membershipState(deps, other.id)).toMatchObject({ ground: 'tester' })
  })

  test('by the operator ends at once when it is cancelled, and is over at its end', async () => {
    const { deps, pass } = shopOn(await open())
    const [one, two] = [
      await aMember(deps, { membership: 'pro' }),
      await aMember(deps, { membership: 'pro' }),
    ]
    expect(await cancelMembership(deps, one.id)).toMatchObject({ membership: 'free' })
    const granted_until = new Date(deps.now().getTime() + DAY * 1000).toISOString()
    await deps.db.updateTable('users').set({ granted_until }).where('id', '=', two.id).execute()
    expect(await membershipState(deps, two.id)).toMatchObject({ ground: 'granted', until: granted_until })
    pass(DAY * 1000 + 1)
    expect(await membershipState(deps, two.id)).toEqual({ ...FREE, has_portal: false })
    await expect(cancelMembership(deps, two.id)).rejects.toMatchObject({ code: 'nothingToCancel' })
  })

  test('that does not exist cannot be cancelled, nor can the operator’s', async () => {
    const { deps } = shopOn(await open())
    const [member, admin] = [await aMember(deps), await aMember(deps, { admin: true })]
    await expect(cancelMembership(deps, member.id)).rejects.toMatchObject({ code: 'nothingToCancel' })
    expect(await membershipState(deps, admin.id)).toMatchObject({ ground: 'admin', can_cancel: false })
  })
})
