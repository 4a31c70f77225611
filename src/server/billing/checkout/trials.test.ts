import { expect, test } from 'vitest'
import { removeAccount } from '#server/accounts/delete-account.ts'
import { announceRenewals } from '#server/billing/mail/renewal-notice.ts'
import { cancelMembership } from '#server/billing/membership/cancel-membership.ts'
import { queueEndOfCustomer } from '#server/billing/membership/end-customer.ts'
import { membershipState } from '#server/billing/membership/membership-state.ts'
import { listOffers } from '#server/billing/prices/offers.ts'
import { pricesPaid } from '#server/billing/prices/prices-paid.ts'
import { setPrice } from '#server/billing/prices/set-price.ts'
import { describeEachDatabase } from '../../../../tests/support/database/databases.ts'
import { aMember } from '../../../../tests/support/shop/members.ts'
import { type Shop, shopOn } from '../../../../tests/support/shop/shop.ts'
import { DAY } from '../../../../tools/stripe-emulator/model/calendar.ts'
import { mayTry } from './may-try.ts'
import { startCheckout } from './start-checkout.ts'

const YEN = { usd: 2900, jpy: 3980 }

async function trying(shop: Shop, trialDays = 14) {
  const by = 'cli' as const
  await setPrice(shop.deps, { plan: 'pro_monthly', amounts: YEN, trialDays, by })
  await setPrice(shop.deps, { plan: 'pro_yearly', amounts: { usd: 26_400, jpy: 39_800 }, trialDays, by })
  await shop.settle()
}

async function days(shop: Shop, count: number) {
  shop.pass(count * DAY * 1000)
  await shop.settle()
}

const subjects = async (shop: Shop) => (await shop.post()).map(({ subject }) => subject)

describeEachDatabase('free days', (open) => {
  test('are the price’s, kept through a change of it, and taken away', async () => {
    const shop = shopOn(await open())
    const { deps } = shop
    await trying(shop)
    expect(await listOffers(deps)).toMatchObject([
      { currency: 'usd', trials: { pro_monthly: 14, pro_yearly: 14 } },
      { currency: 'jpy', trials: { pro_monthly: 14, pro_yearly: 14 } },
    ])
    await setPrice(deps, { plan: 'pro_monthly', amounts: { ...YEN, usd: 3100 }, by: 'cli' })
    const [dollars] = await listOffers(deps)
    expect(dollars).toMatchObject({ amounts: { pro_monthly: 3100 }, trials: { pro_monthly: 14 } })
    await setPrice(deps, { plan: 'pro_monthly', amounts: { ...YEN, usd: 3100 }, trialDays: 0, by: 'cli' })
    expect((await listOffers(deps))[0]?.trials).toEqual({ pro_yearly: 14 })
    const same = { plan: 'pro_yearly', amounts: { usd: 26_400, jpy: 39_800 }, by: 'cli' } as const
    expect(await setPrice(deps, { ...same, trialDays: 14 })).toBe(false)
    await setPrice(deps, { ...same, trialDays: 0 })
    expect(await listOffers(deps)).not.toMatchObject([{ trials: {} }, {}])
  })

  test.each(['usd', 'jpy'])(
    'make a member at once; a mail comes before the first charge, once (%s)',
    async (currency) => {
      const shop = shopOn(await open())
      const { deps } = shop
      await trying(shop)
      const { id } = await aMember(deps)
      await shop.post()
      const buyer = { id, membership: 'free' as const, name: 'Aoi', email: 'aoi@example.com' }
      const amount = currency === 'jpy' ? 3980 : 2900
      const order = { plan: 'pro_monthly' as const, referral: '', currency, amount, trial: 14 }
      const { session_id } = await startCheckout(deps, buyer, order)
      expect((await startCheckout(deps, buyer, order)).session_id, 'the open page is given again').toBe(
        session_id,
      )
      shop.emulator.control.pay(session_id)
      await shop.settle()
      const state = await membershipState(deps, id)
      const trial = { membership: 'pro', renews: true, trial: true, can_cancel: true, can_change: false }
      expect(state).toMatchObject({
        ...trial,
        may_try: false,
        next_price: { amount, currency, from: state.until },
      })
      expect((Date.parse(state.until!) - deps.now().getTime()) / (DAY * 1000)).toBeCloseTo(14, 3)
      expect(shop.emulator.control.truth().charges).toEqual([])
      expect(await pricesPaid(deps)).toMatchObject([{ currency, amount, members: 1, isOld: false }])
      expect(await subjects(shop)).toEqual(['Your Nagare Pro membership'])
      await days(shop, 10.5)
      expect(await subjects(shop)).toEqual([])
      await days(shop, 1)
      expect(await subjects(shop)).toEqual([expect.stringContaining('Your free days at Nagare end on')])
      await announceRenewals(deps, {})
      await days(shop, 1)
      expect(await subjects(shop)).toEqual([])
      await days(shop, 2)
      expect(shop.emulator.control.truth().charges).toMatchObject([{ amount, currency, status: 'succeeded' }])
      expect(await membershipState(deps, id)).toMatchObject({
        ...trial,
        trial: false,
        next_price: null,
        can_change: true,
      })
    },
  )

  test('end without a charge when cancelled; the job announces what a lost webhook did not', async () => {
    const shop = shopOn(await open())
    await trying(shop)
    const [leaver, stayer] = [await aMember(shop.deps), await aMember(shop.deps)]
    await shop.buy(leaver.id)
    shop.emulator.control.pay(await shop.checkout(stayer.id), { card: 'paysToo' })
    await shop.settle()
    await cancelMembership(shop.deps, leaver.id)
    await shop.settle()
    await shop.post()
    shop.emulator.control.disturbWebhooks({ kind: 'drop', times: 1 })
    shop.pass(11.5 * DAY * 1000)
    shop.emulator.control.advance(0)
    await announceRenewals(shop.deps, {})
    expect((await shop.post()).map(({ to, subject }) => [to, subject.slice(0, 20)])).toEqual([
      [stayer.email, 'Your free days at Na'],
    ])
    await days(shop, 3)
    expect(await membershipState(shop.deps, leaver.id)).toMatchObject({ membership: 'free', may_try: false })
    expect(await membershipState(shop.deps, stayer.id)).toMatchObject({ membership: 'pro' })
    expect(shop.emulator.control.truth().charges).toHaveLength(1)
    expect(await subjects(shop)).toEqual(['Your Nagare membership has ended'])
  })

  test('are not for former members and testers, nor for who was given a membership; what was confirmed holds', async () => {
    const shop = shopOn(await open())
    const { deps } = shop
    const at = deps.now().toISOString()
    const [member, tester, given, fresh] = [
      await aMember(deps),
      await aMember(deps),
      await aMember(deps),
      await aMember(deps),
    ]
    await shop.buy(member.id)
    await shop.settle()
    await deps.db.updateTable('subscriptions').set({ status: 'canceled', ended_at: at }).execute()
    await deps.db.insertInto('testers').values({ user_id: tester.id, claimed_at: at, ended_at: at }).execute()
    await deps.db
      .insertInto('audit_records')
      .values({ actor: 'cli', action: 'grant.made', user_id: given.id, detail: '{}', created: at })
      .execute()
    await trying(shop)
    for (const { id } of [member, tester, given]) expect(await mayTry(deps.db, id)).toBe(false)
    expect(await mayTry(deps.db, fresh.id)).toBe(true)
    const buyer = { id: tester.id, membership: 'free' as const, name: 'Aoi', email: 'aoi@example.com' }
    const order = { plan: 'pro_monthly' as const, referral: '' }
    await expect(startCheckout(deps, buyer, { ...order, trial: 14 })).rejects.toMatchObject({
      code: 'previewOutdated',
    })
    shop.emulator.control.pay((await startCheckout(deps, buyer, { ...order, trial: 0 })).session_id)
    await shop.settle()
    expect(await membershipState(deps, tester.id)).toMatchObject({ membership: 'pro', trial: false })
    const other = { ...buyer, id: fresh.id }
    await expect(startCheckout(deps, other, { ...order, trial: 0 })).rejects.toMatchObject({
      code: 'previewOutdated',
    })
    const opened = await startCheckout(deps, other, order)
    await setPrice(deps, { plan: 'pro_monthly', amounts: YEN, trialDays: 0, by: 'cli' })
    const closed = await startCheckout(deps, other, order)
    expect(closed.session_id, 'a page with other terms is closed').not.toBe(opened.session_id)
  })

  test('with a card that another account had, also a deleted one, end at once without a charge, and a mail says why', async () => {
    const shop = shopOn(await open())
    const { deps } = shop
    await trying(shop)
    const [first, second, third] = [await aMember(deps), await aMember(deps), await aMember(deps)]
    await shop.buy(first.id)
    await shop.settle()
    const gone = { id: first.id, endPayments: queueEndOfCustomer, at: deps.now() }
    await deps.db.transaction().execute((trx) => removeAccount(trx, gone))
    await shop.post()
    await shop.buy(second.id)
    await shop.settle()
    expect(await membershipState(deps, second.id)).toMatchObject({ membership: 'free', may_try: false })
    expect(await subjects(shop)).toEqual(['Your free days at Nagare could not begin'])
    expect(shop.emulator.control.truth()).toMatchObject({ charges: [] })
    const rows = await deps.db
      .selectFrom('subscriptions')
      .select(['status', 'end_reason', 'card'])
      .orderBy('id')
      .execute()
    expect(rows[1]).toMatchObject({ status: 'canceled', end_reason: 'trialUsed' })
    expect(rows[0]?.card).toBe(rows[1]?.card)
    expect(rows[0]?.card, 'a hash').not.toContain('4242')
    // The card may still pay, and another card may try.
    const session = await shop.checkout(second.id)
    shop.emulator.control.pay(session)
    shop.emulator.control.pay(await shop.checkout(third.id), { card: 'paysToo' })
    await shop.settle()
    expect(await membershipState(deps, second.id)).toMatchObject({ membership: 'pro', trial: false })
    expect(await membershipState(deps, third.id)).toMatchObject({ membership: 'pro', trial: true })
  })
})
