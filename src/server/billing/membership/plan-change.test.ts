import { expect, test, vi } from 'vitest'
import { syncSubscription } from '#server/billing/sync/sync-subscription.ts'
import { describeEachDatabase } from '../../../../tests/support/database/databases.ts'
import { aMember } from '../../../../tests/support/shop/members.ts'
import { type Shop, shopOn } from '../../../../tests/support/shop/shop.ts'
import { DAY } from '../../../../tools/stripe-emulator/model/calendar.ts'
import { cancelMembership } from './cancel-membership.ts'
import { membershipState } from './membership-state.ts'
import { changePlan, previewPlanChange } from './plan-change.ts'

/** A member who paid some days ago. */
async function aPaidShop(shop: Shop, plan: 'pro_monthly' | 'pro_yearly', daysAgo: number) {
  const { id } = await aMember(shop.deps)
  await shop.buy(id, plan)
  await shop.settle()
  shop.pass(daysAgo * DAY * 1000)
  await shop.settle()
  await shop.post()
  return id
}

const paid = ({ emulator }: Shop) => emulator.control.truth().charges.map(({ amount }) => amount)

describeEachDatabase('changing the plan', (open) => {
  test('to annual costs the previewed amount: a year less the unused part of the month', async () => {
    const shop = shopOn(await open())
    const id = await aPaidShop(shop, 'pro_monthly', 14)
    expect(await membershipState(shop.deps, id)).toMatchObject({ can_change: true })
    const preview = await previewPlanChange(shop.deps, id, 'pro_yearly')
    const { price, credit, due, until, proration_date } = preview
    expect(preview).toMatchObject({ currency: 'usd', price: 26_400, discount: 0, tax: 0, balance: 0 })
    expect(credit).toBeGreaterThan(1300)
    expect(credit).toBeLessThan(1700)
    expect(due).toBe(price - credit)
    expect(preview.credit_left).toBe(0)
    // The member reads for a while before confirming.
    shop.pass(10 * 60 * 1000)
    const changed = await changePlan(shop.deps, id, { price: 'pro_yearly', proration_date })
    expect(changed).toMatchObject({ membership: 'pro', plan: 'pro_yearly', renews: true })
    expect(Math.abs(Date.parse(changed.until!) - Date.parse(until))).toBeLessThanOrEqual(10 * 60 * 1000)
    expect(paid(shop)).toEqual([2900, due])
    const mails = await shop.post()
    expect(mails.map(({ subject }) => subject)).toEqual(['Your Nagare plan has changed'])
    expect(mails[0]?.text).toContain('US$264')
  })

  test('to monthly charges nothing, and the rest of the year pays the following months', async () => {
    const shop = shopOn(await open())
    const id = await aPaidShop(shop, 'pro_yearly', 100)
    const { due, credit, credit_left, proration_date } = await previewPlanChange(shop.deps, id, 'pro_monthly')
    expect(due).toBe(0)
    expect(credit_left).toBe(credit - 2900)
    const changed = await changePlan(shop.deps, id, { price: 'pro_monthly', proration_date })
    expect(changed).toMatchObject({ plan: 'pro_monthly', renews: true })
    shop.pass(40 * DAY * 1000)
    await shop.settle()
    expect(paid(shop)).toEqual([26_400])
    const back = await previewPlanChange(shop.deps, id, 'pro_yearly')
    expect(back.balance).toBe(credit_left - 2900)
    expect(back.due).toBe(26_400 - back.credit - back.balance)
  })

  test('twice at once, as by two tabs, charges once', async () => {
    const shop = shopOn(await open())
    const id = await aPaidShop(shop, 'pro_monthly', 3)
    const { due, proration_date } = await previewPlanChange(shop.deps, id, 'pro_yearly')
    const confirm = () => changePlan(shop.deps, id, { price: 'pro_yearly', proration_date })
    await Promise.all([confirm(), confirm()])
    expect(await confirm()).toMatchObject({ plan: 'pro_yearly' })
    expect(paid(shop)).toEqual([2900, due])
  })

  test('with a declined card changes and charges nothing', async () => {
    const shop = shopOn(await open())
    const { id } = await aMember(shop.deps)
    shop.emulator.control.pay(await shop.checkout(id), { card: 'declinesRenewals' })
    await shop.settle()
    const before = await membershipState(shop.deps, id)
    const { proration_date } = await previewPlanChange(shop.deps, id, 'pro_yearly')
    await expect(changePlan(shop.deps, id, { price: 'pro_yearly', proration_date })).rejects.toMatchObject({
      code: 'cardDeclined',
    })
    await shop.settle()
    expect(await membershipState(shop.deps, id)).toEqual(before)
    shop.emulator.control.changeCard(shop.emulator.control.truth().customers[0]!.id, 'paysToo')
    expect(await changePlan(shop.deps, id, { price: 'pro_yearly', proration_date })).toMatchObject({
      plan: 'pro_yearly',
    })
  })

  test('is refused for outdated amounts, so that nobody is credited for used time', async () => {
    const shop = shopOn(await open())
    const id = await aPaidShop(shop, 'pro_monthly', 3)
    const { proration_date } = await previewPlanChange(shop.deps, id, 'pro_yearly')
    for (const moment of [proration_date - DAY, proration_date + DAY])
      await expect(
        changePlan(shop.deps, id, { price: 'pro_yearly', proration_date: moment }),
      ).rejects.toMatchObject({ code: 'previewOutdated' })
    expect(paid(shop)).toEqual([2900])
  })

  test('may be confirmed for fifteen minutes, with clocks a minute apart', async () => {
    const { deps } = shopOn(await open())
    const { id } = await aMember(deps)
    const now = Math.floor(deps.now().getTime() / 1000)
    const codes = []
    for (const age of [901, 900, -60, -61]) {
      const order = { price: 'pro_yearly' as const, proration_date: now - age }
      codes.push(await changePlan(deps, id, order).catch(({ code }) => code))
    }
    // A free member has no plan to change.
    expect(codes).toEqual(['previewOutdated', 'planNotChangeable', 'planNotChangeable', 'previewOutdated'])
  })

  test('shows a discount, a tax and prepaid credit, each once', async () => {
    const shop = shopOn(await open())
    const id = await aPaidShop(shop, 'pro_monthly', 3)
    const proration = { subscription_item_details: { proration: true } }
    const lines = [
      { amount: -2000, parent: proration },
      { amount: 26_400, parent: null, period: { end: 7200 } },
    ]
    const preview = async (more: object) => {
      const invoice = { currency: 'usd', subtotal: 24_400, total: 24_240, amount_due: 24_240, ...more }
      const answer = { starting_balance: 0, lines: { data: lines }, ...invoice }
      vi.spyOn(shop.stripe.invoices, 'createPreview').mockResolvedValue(answer as never)
      return previewPlanChange(shop.deps, id, 'pro_yearly')
    }
    const discounts = [{ amount: 1000 }, { amount: 1400 }]
    expect(await preview({ total_discount_amounts: discounts })).toMatchObject({
      ...{ price: 26_400, credit: 2000, discount: 2400, tax: 2240, balance: 0, credit_left: 0, due: 24_240 },
      until: '1970-01-01T02:00:00.000Z',
    })
    expect(await preview({ total: 24_400, starting_balance: -25_000, amount_due: 0 })).toMatchObject({
      ...{ discount: 0, tax: 0, balance: 25_000, credit_left: 600, due: 0 },
    })
    expect(await preview({ total: 24_400, starting_balance: 100 })).toMatchObject({
      balance: 0,
      credit_left: 0,
    })
  })

  test('is refused to free members, for the same plan, and after a cancellation', async () => {
    const shop = shopOn(await open())
    const free = await aMember(shop.deps)
    const id = await aPaidShop(shop, 'pro_monthly', 3)
    const notChangeable = { code: 'planNotChangeable' }
    await expect(previewPlanChange(shop.deps, free.id, 'pro_yearly')).rejects.toMatchObject(notChangeable)
    await expect(previewPlanChange(shop.deps, id, 'pro_monthly')).rejects.toMatchObject(notChangeable)
    const { proration_date } = await previewPlanChange(shop.deps, id, 'pro_yearly')
    expect(await cancelMembership(shop.deps, id)).toMatchObject({ can_change: false })
    await expect(previewPlanChange(shop.deps, id, 'pro_yearly')).rejects.toMatchObject(notChangeable)
    await expect(changePlan(shop.deps, id, { price: 'pro_yearly', proration_date })).rejects.toMatchObject(
      notChangeable,
    )
  })

  test('after a cancellation at Stripe is refused, even before the webhook', async () => {
    const shop = shopOn(await open(), { webhooks: false })
    const { id } = await aMember(shop.deps)
    await shop.buy(id)
    await cancelAtStripe(shop, id)
    await expect(previewPlanChange(shop.deps, id, 'pro_yearly')).rejects.toMatchObject({
      code: 'planNotChangeable',
    })
    expect(await membershipState(shop.deps, id)).toMatchObject({ can_resume: true })
  })
})

/** Our row still says that it renews. */
async function cancelAtStripe(shop: Shop, userId: number): Promise<void> {
  const [subscription] = shop.emulator.control.truth().subscriptions
  await syncSubscription(shop.deps, subscription!.id)
  expect(await membershipState(shop.deps, userId)).toMatchObject({ can_change: true })
  await shop.stripe.subscriptions.update(subscription!.id, { cancel_at_period_end: true })
}
