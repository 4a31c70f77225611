import { expect, test, vi } from 'vitest'
import { startCheckout } from '#server/billing/checkout/start-checkout.ts'
import { previewPlanChange } from '#server/billing/membership/plan-change.ts'
import { endAtOnce } from '#server/billing/sync/end-at-once.ts'
import { reconcileAll } from '#server/billing/sync/reconcile-all.ts'
import { incomeOf } from '#server/overview/income.ts'
import { describeEachDatabase } from '../../../../tests/support/database/databases.ts'
import { aMember } from '../../../../tests/support/shop/members.ts'
import { type Shop, shopOn } from '../../../../tests/support/shop/shop.ts'
import { listOffers } from './offers.ts'
import { firstPrices, knowsPrices, refreshPrices } from './refresh-prices.ts'

const DOLLARS = { currency: 'usd', amounts: { pro_monthly: 2900, pro_yearly: 26_400 }, taxed: false }
const YEN = { currency: 'jpy', amounts: { pro_monthly: 3980, pro_yearly: 39_800 }, taxed: false }

/** New prices at Stripe, which take the lookup keys over. */
async function sellFor({ stripe }: Shop, plan: 'pro_monthly' | 'pro_yearly', usd: number, jpy?: number) {
  const { data } = await stripe.prices.list({ lookup_keys: [plan] })
  return stripe.prices.create({
    product: data[0]!.product as string,
    ...{ currency: 'usd', unit_amount: usd, lookup_key: plan, transfer_lookup_key: true },
    ...(jpy && { currency_options: { jpy: { unit_amount: jpy, tax_behavior: 'inclusive' } } }),
    recurring: { interval: plan === 'pro_yearly' ? 'year' : 'month' },
  })
}

async function sellInYen(shop: Shop) {
  await sellFor(shop, 'pro_monthly', 2900, 3980)
  await sellFor(shop, 'pro_yearly', 26_400, 39_800)
  await shop.settle()
}

const cleared = async ({ deps }: Shop) => {
  const rows = await deps.db.selectFrom('invalidations').select('tag').execute()
  await deps.db.deleteFrom('invalidations').execute()
  return rows.filter(({ tag }) => tag === 'prices').length
}

describeEachDatabase('prices', (open) => {
  test('come from Stripe: at the start, with events and by reconciling; pages are cleared if one changes', async () => {
    const shop = shopOn(await open())
    expect(await listOffers(shop.deps)).toEqual([])
    expect(await knowsPrices(shop.deps)).toBe(false)
    await firstPrices(shop.deps)
    expect(await listOffers(shop.deps)).toEqual([DOLLARS])
    expect([await cleared(shop), await knowsPrices(shop.deps)]).toEqual([1, true])
    await refreshPrices(shop.deps)
    expect(await cleared(shop), 'nothing is new').toBe(0)

    await sellFor(shop, 'pro_monthly', 3100)
    await shop.settle()
    expect(await listOffers(shop.deps)).toEqual([
      { ...DOLLARS, amounts: { ...DOLLARS.amounts, pro_monthly: 3100 } },
    ])
    expect(await cleared(shop)).toBe(1)

    shop.emulator.control.setWebhook(undefined)
    await sellInYen(shop)
    await reconcileAll(shop.deps, new AbortController().signal)
    expect(await listOffers(shop.deps)).toEqual([DOLLARS, YEN])
    const { db, payments } = shop.deps
    expect(await listOffers({ db, payments: { mode: 'off' } })).toEqual([])
    if (payments.mode === 'off') throw new Error('payments are off')
    expect(await listOffers({ db, payments: { ...payments, mode: 'live' } })).toEqual([])
    const taxed = await listOffers({ db, payments: { ...payments, automaticTax: true } })
    expect(taxed.map(({ currency, taxed }) => [currency, taxed])).toEqual([
      ['usd', true],
      ['jpy', false],
    ])
  })

  test('that Stripe would not charge are not sold', async () => {
    const shop = shopOn(await open())
    const [buyer, other] = [await aMember(shop.deps), await aMember(shop.deps)]
    await refreshPrices(shop.deps)
    await sellFor(shop, 'pro_monthly', 2900, 3980)
    await shop.settle()
    expect(await listOffers(shop.deps), 'the year has no yen').toEqual([DOLLARS])
    await sellFor(shop, 'pro_monthly', 2900)
    const yearly = await sellFor(shop, 'pro_yearly', 26_400, 39_800)
    await shop.settle()
    expect(await listOffers(shop.deps), 'the month has none').toEqual([DOLLARS])
    await shop.stripe.prices.update(yearly.id, { active: false })
    await shop.settle()
    expect(await listOffers(shop.deps)).toEqual([{ ...DOLLARS, amounts: { pro_monthly: 2900 } }])
    await expect(shop.checkout(buyer.id, 'pro_yearly')).rejects.toMatchObject({ code: 'paymentFailed' })
    const [month] = (await shop.stripe.prices.list({ lookup_keys: ['pro_monthly'] })).data
    shop.emulator.control.setWebhook(undefined)
    await shop.stripe.products.update(month!.product as string, { active: false })
    await shop.settle()
    // A missed event: Stripe refuses, and the shop asks what is sold.
    await expect(shop.checkout(other.id)).rejects.toMatchObject({ code: 'paymentFailed' })
    expect(await listOffers(shop.deps)).toEqual([])
  })

  test.each([
    ['period', { recurring: { interval: 'year', interval_count: 1, usage_type: 'licensed' } }],
    ['number of months', { recurring: { interval: 'month', interval_count: 2, usage_type: 'licensed' } }],
    ['kind, by use', { recurring: { interval: 'month', interval_count: 1, usage_type: 'metered' } }],
    ['kind, once and for all', { recurring: null }],
    ['kind, by the number', { billing_scheme: 'tiered' }],
    ['amount, a fraction', { unit_amount: null }],
  ])('of another %s are not sold', async (_, other) => {
    const shop = shopOn(await open())
    const listed = await shop.stripe.prices.list({ lookup_keys: ['pro_monthly'] })
    Object.assign(listed.data[0]!, other)
    vi.spyOn(shop.stripe.prices, 'list').mockResolvedValue(listed)
    await refreshPrices(shop.deps)
    expect(await listOffers(shop.deps)).toEqual([])
  })

  test('of an older answer do not overwrite those of a newer one', async () => {
    const shop = shopOn(await open())
    await refreshPrices(shop.deps)
    const older = await shop.stripe.prices.list({ expand: ['data.product'] })
    const { promise, resolve } = Promise.withResolvers<typeof older>()
    const list = vi.spyOn(shop.stripe.prices, 'list').mockReturnValueOnce(promise as never)
    const late = refreshPrices(shop.deps)
    await vi.waitFor(() => expect(list).toHaveBeenCalled())
    await sellInYen(shop)
    resolve(older)
    await late
    expect(await listOffers(shop.deps)).toEqual([DOLLARS, YEN])
  })

  test('in yen are charged as shown, from the checkout to the mails, the income, a new plan and a refund', async () => {
    const shop = shopOn(await open())
    await sellInYen(shop)
    const { id } = await aMember(shop.deps)
    await shop.deps.db.updateTable('users').set({ locale: 'ja' }).execute()
    await shop.post()
    const session = await shop.buy(id)
    expect(await shop.stripe.checkout.sessions.retrieve(session)).toMatchObject({
      ...{ currency: 'jpy', amount_total: 3980 },
    })
    await shop.settle()
    const row = await shop.deps.db.selectFrom('subscriptions').selectAll().executeTakeFirstOrThrow()
    expect(row).toMatchObject({ plan: 'pro_monthly', amount: 3980, currency: 'jpy' })
    expect((await shop.post()).map(({ text }) => text)).toEqual([
      expect.stringContaining('1か月分の料金は¥3,980です'),
    ])
    expect(incomeOf([row], shop.deps.now()).income).toEqual([{ currency: 'jpy', amount: 3980 }])
    const signal = new AbortController().signal
    expect(await reconcileAll(shop.deps, signal)).toMatchObject({ repaired: 0 })
    const change = await previewPlanChange(shop.deps, id, 'pro_yearly')
    expect(change).toMatchObject({ currency: 'jpy', price: 39_800, due: 39_800 - change.credit })

    await shop.deps.db.updateTable('subscriptions').set({ end_reason: 'duplicate' }).execute()
    await endAtOnce(shop.deps, row.id)
    const { charges } = shop.emulator.control.truth()
    expect(charges).toMatchObject([{ amount: 3980, refunded: 3980, currency: 'jpy' }])
  })

  test('that have changed since they were confirmed are refused, and open checkouts end', async () => {
    const shop = shopOn(await open())
    const member = await aMember(shop.deps)
    const buyer = { ...member, membership: 'free' as const }
    const order = { plan: 'pro_monthly' as const, referral: '', currency: 'usd', amount: 2900 }
    const { session_id } = await startCheckout(shop.deps, buyer, order)
    expect((await startCheckout(shop.deps, buyer, order)).session_id).toBe(session_id)
    await sellInYen(shop)
    // The same amounts, by other prices.
    expect((await startCheckout(shop.deps, buyer, order)).session_id).toBe(session_id)
    await sellFor(shop, 'pro_monthly', 3100, 4280)
    await shop.settle()
    for (const confirmed of [
      order,
      { ...order, currency: 'jpy', amount: 3980 },
      { ...order, currency: 'eur' },
    ])
      await expect(startCheckout(shop.deps, buyer, confirmed)).rejects.toMatchObject({
        code: 'previewOutdated',
      })
    const inYen = { ...order, currency: 'jpy', amount: 4280 }
    const next = (await startCheckout(shop.deps, buyer, inYen)).session_id
    const status = async (id: string) => (await shop.stripe.checkout.sessions.retrieve(id)).status
    expect([await status(session_id), await status(next)]).toEqual(['expired', 'open'])
    // The other currency of the same plan.
    await startCheckout(shop.deps, buyer, { ...order, amount: 3100 })
    expect(await status(next)).toBe('expired')
  })

  test('that are new leave members their plan and their price', async () => {
    const shop = shopOn(await open())
    const { id } = await aMember(shop.deps)
    await shop.buy(id)
    await shop.settle()
    await shop.post()
    await sellFor(shop, 'pro_monthly', 3100)
    await shop.settle()
    await reconcileAll(shop.deps, new AbortController().signal)
    const row = await shop.deps.db.selectFrom('subscriptions').selectAll().executeTakeFirstOrThrow()
    expect(row).toMatchObject({ plan: 'pro_monthly', amount: 2900 })
    await expect(previewPlanChange(shop.deps, id, 'pro_monthly')).rejects.toMatchObject({
      code: 'planNotChangeable',
    })
    expect(await previewPlanChange(shop.deps, id, 'pro_yearly')).toMatchObject({ price: 26_400 })
    expect(await shop.post(), 'nothing has changed for them').toEqual([])
  })
})
