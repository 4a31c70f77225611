import { expect, test, vi } from 'vitest'
import { describeEachDatabase } from '../../../../tests/support/database/databases.ts'
import { aUser } from '../../../../tests/support/database/rows.ts'
import { aMember } from '../../../../tests/support/shop/members.ts'
import { shopOn } from '../../../../tests/support/shop/shop.ts'
import { listOffers } from './offers.ts'
import { pricesPaid } from './prices-paid.ts'
import { setPrice } from './set-price.ts'
import { changePrice, studioPrices } from './studio-prices.ts'

const NEW = { plan: 'pro_monthly', amounts: { usd: 3100, jpy: 4280 }, by: 'cli' } as const

describeEachDatabase('a new price', (open) => {
  test('is for new members, in each currency with the tax in yen; others keep theirs, and are counted', async () => {
    const shop = shopOn(await open())
    const [early, late] = [await aMember(shop.deps), await aMember(shop.deps)]
    await shop.buy(early.id)
    await shop.settle()
    expect(await setPrice(shop.deps, NEW)).toBe(true)
    expect(await setPrice(shop.deps, NEW), 'it is sold for that already').toBe(false)
    await setPrice(shop.deps, { ...NEW, plan: 'pro_yearly', amounts: { usd: 26_400, jpy: 42_000 } })
    await shop.settle()
    expect(await listOffers(shop.deps)).toMatchObject([
      { currency: 'usd', amounts: { pro_monthly: 3100, pro_yearly: 26_400 } },
      { currency: 'jpy', amounts: { pro_monthly: 4280, pro_yearly: 42_000 } },
    ])
    const { data } = await shop.stripe.prices.list({ active: true, expand: ['data.currency_options'] })
    expect(data.map((price) => price.currency_options?.jpy?.tax_behavior)).toEqual(['inclusive', 'inclusive'])
    await shop.deps.db.updateTable('users').set({ locale: 'ja' }).execute()
    await shop.buy(late.id)
    await shop.settle()
    const paid = { plan: 'pro_monthly', members: 1 }
    expect(await pricesPaid(shop.deps)).toEqual([
      { ...paid, currency: 'usd', amount: 2900, isOld: true, to: 3100, moving: 0, failed: 0 },
      { ...paid, currency: 'jpy', amount: 4280, isOld: false, to: 4280, moving: 0, failed: 0 },
    ])
    const acts = await shop.deps.db.selectFrom('audit_records').select(['actor', 'detail']).execute()
    expect(acts.map(({ detail }) => JSON.parse(detail).plan)).toEqual(['pro_monthly', 'pro_yearly'])
  })

  test('that Stripe refuses says why, such as a right that the key lacks', async () => {
    const shop = shopOn(await open())
    const reason = "The provided key 'rk_test_*' does not have the required permissions: 'plan_write'."
    const error = Object.assign(new Error(reason), { type: 'StripePermissionError', statusCode: 403 })
    vi.spyOn(shop.stripe.prices, 'create').mockRejectedValue(error)
    const change = { plan: 'pro_monthly' as const, amounts: [{ currency: 'usd', amount: 3100 }] }
    const by = { id: await aUser(shop.deps.db), membership: 'free', role: 'admin' } as const
    await expect(changePrice(shop.deps, { ...change, by })).rejects.toMatchObject({
      ...{ code: 'stripeRefused', fields: { reason } },
    })
    expect(await shop.deps.db.selectFrom('audit_records').select('id').execute()).toEqual([])
    expect((await studioPrices(shop.deps)).mode).toBe('test')
    expect(await studioPrices({ db: shop.deps.db, payments: { mode: 'off' } })).toEqual({
      ...{ mode: 'off', offers: [], paid: [] },
    })
  })

  test('in an account without prices gets a product', async () => {
    const shop = shopOn(await open())
    const { prices, products } = shop.emulator.account.state
    prices.clear()
    products.clear()
    await setPrice(shop.deps, { ...NEW, amounts: { jpy: 3980 } })
    await setPrice(shop.deps, { ...NEW, plan: 'pro_yearly', amounts: { jpy: 39_800 } })
    expect([...products.values()].map(({ name }) => name)).toEqual(['Nagare Pro'])
    expect(await listOffers(shop.deps)).toEqual([
      { currency: 'jpy', amounts: { pro_monthly: 3980, pro_yearly: 39_800 }, taxed: false },
    ])
  })
})
