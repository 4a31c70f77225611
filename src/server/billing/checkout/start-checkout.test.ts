import { expect, test, vi } from 'vitest'
import { membershipState } from '#server/billing/membership/membership-state.ts'
import { refreshPrices } from '#server/billing/prices/refresh-prices.ts'
import { describeEachDatabase } from '../../../../tests/support/database/databases.ts'
import { aMember, type TestMember } from '../../../../tests/support/shop/members.ts'
import { type Shop, shopOn } from '../../../../tests/support/shop/shop.ts'
import { DAY } from '../../../../tools/stripe-emulator/model/calendar.ts'
import { startCheckout } from './start-checkout.ts'

const MONTHLY = { plan: 'pro_monthly' as const, referral: '' }
const YEARLY = { plan: 'pro_yearly' as const, referral: '' }

function asked({ deps }: Shop, member: TestMember, order: typeof MONTHLY | typeof YEARLY = MONTHLY) {
  return startCheckout(deps, { ...member, membership: 'free' }, order)
}

function attempts({ deps }: Shop) {
  return deps.db.selectFrom('checkout_sessions').selectAll().orderBy('id').execute()
}

describeEachDatabase('checking out', (open) => {
  test('sends the buyer to a page that returns to the site, with the buyer’s id in every object', async () => {
    const shop = shopOn(await open())
    const member = await aMember(shop.deps)
    await shop.deps.db.updateTable('users').set({ locale: 'ja' }).execute()
    const order = { ...YEARLY, referral: 'tokyo-film-club' }
    const { session_id, url } = await startCheckout(shop.deps, { ...member, membership: 'free' }, order)
    const session = await shop.stripe.checkout.sessions.retrieve(session_id, { expand: ['customer'] })
    expect(session).toMatchObject({
      url,
      mode: 'subscription',
      amount_total: 26_400,
      locale: 'ja',
      client_reference_id: String(member.id),
      success_url: 'https://nagare.example/ja/paysuccess?session_id={CHECKOUT_SESSION_ID}',
      cancel_url: 'https://nagare.example/ja/pricing',
      metadata: {
        user_id: String(member.id),
        site: 'nagare.example',
        plan: 'pro_yearly',
        referral: 'tokyo-film-club',
      },
      customer: { email: member.email, metadata: { user_id: String(member.id) } },
    })
    shop.emulator.control.pay(session_id)
    const [subscription] = shop.emulator.control.truth().subscriptions
    expect(subscription?.metadata).toEqual({ user_id: String(member.id), site: 'nagare.example' })
  })

  test('makes one customer, with the configured line for invoices', async () => {
    const shop = shopOn(await open())
    const [one, two] = [await aMember(shop.deps), await aMember(shop.deps)]
    const create = vi.spyOn(shop.stripe.customers, 'create')
    await asked(shop, one)
    await asked(shop, one, YEARLY)
    expect(create.mock.calls).toMatchObject([[{ email: one.email, preferred_locales: ['en'] }]])
    expect(create.mock.calls[0]![0]).not.toHaveProperty('invoice_settings')
    shop.deps.site.shop.seller.invoiceFooter = 'T1234567890123'
    await asked(shop, two)
    expect(create.mock.lastCall).toMatchObject([{ invoice_settings: { footer: 'T1234567890123' } }])
  })

  test('returns to the page’s language, not the mails’', async () => {
    const shop = shopOn(await open())
    const member = await aMember(shop.deps)
    await shop.deps.db.updateTable('users').set({ locale: 'ja' }).execute()
    const order = { ...YEARLY, locale: 'en' as const }
    const { session_id } = await startCheckout(shop.deps, { ...member, membership: 'free' }, order)
    expect(await shop.stripe.checkout.sessions.retrieve(session_id)).toMatchObject({
      locale: 'en',
      success_url: 'https://nagare.example/paysuccess?session_id={CHECKOUT_SESSION_ID}',
      cancel_url: 'https://nagare.example/pricing',
    })
  })

  test('collects companies’ names and tax ids, accepts promotion codes, and other currencies if configured', async () => {
    const shop = shopOn(await open())
    const [one, two] = [await aMember(shop.deps), await aMember(shop.deps)]
    const retrieve = async (member: TestMember) =>
      shop.stripe.checkout.sessions.retrieve((await asked(shop, member)).session_id)
    expect(await retrieve(one)).toMatchObject({
      tax_id_collection: { enabled: true },
      allow_promotion_codes: true,
      adaptive_pricing: { enabled: false },
    })
    Object.assign(shop.deps.payments, { adaptivePricing: true })
    expect(await retrieve(two)).toMatchObject({ adaptive_pricing: { enabled: true } })
  })

  test('again gives the same page, until it is paid, abandoned or expired', async () => {
    const shop = shopOn(await open())
    const member = await aMember(shop.deps)
    const first = await asked(shop, member)
    expect(await asked(shop, member)).toEqual(first)
    shop.pass(DAY * 1000 + 1)
    const second = await asked(shop, member)
    expect(second.session_id).not.toBe(first.session_id)
    shop.emulator.control.pay(second.session_id)
    await expect(asked(shop, member)).rejects.toMatchObject({ code: 'alreadyPro' })
    expect((await attempts(shop)).map(({ status }) => status)).toEqual(['expired', 'complete'])
  })

  test('for another plan closes the page of the first, so that nobody pays for both', async () => {
    const shop = shopOn(await open())
    const member = await aMember(shop.deps)
    const monthly = await asked(shop, member)
    const yearly = await asked(shop, member, YEARLY)
    expect(() => shop.emulator.control.pay(monthly.session_id)).toThrow('expired')
    shop.emulator.control.pay(yearly.session_id)
    expect(shop.emulator.control.truth().charges).toHaveLength(1)
  })

  test('for two plans at the same moment lets only one of them be paid', async () => {
    const shop = shopOn(await open(), { timeout: 10_000 })
    const member = await aMember(shop.deps)
    const pages = await Promise.all([asked(shop, member), asked(shop, member, YEARLY)])
    // The later of them may have closed the other's page already.
    const isPaid: boolean[] = []
    for (const { session_id } of pages)
      try {
        shop.emulator.control.pay(session_id)
        isPaid.push(true)
        await shop.settle()
      } catch (error) {
        expect(String(error)).toContain('expired')
        isPaid.push(false)
      }
    expect(isPaid.toSorted()).toEqual([false, true])
  })

  test('is refused to paid members, with or without a webhook', async () => {
    const shop = shopOn(await open(), { webhooks: false })
    const member = await aMember(shop.deps)
    await shop.buy(member.id)
    for (const order of [MONTHLY, YEARLY])
      await expect(asked(shop, member, order)).rejects.toMatchObject({ code: 'alreadyPro' })
    expect(await membershipState(shop.deps, member.id)).toMatchObject({ membership: 'pro' })
    expect(shop.emulator.control.truth().sessions).toHaveLength(1)
  })

  test('is refused to early adopters and the operator', async () => {
    const { deps } = shopOn(await open())
    const [adopter, admin] = [await aMember(deps), await aMember(deps, { admin: true })]
    const paid = { ...adopter, membership: 'early_adopter' as const }
    await expect(startCheckout(deps, paid, MONTHLY)).rejects.toMatchObject({ code: 'alreadyPro' })
    const operator = { ...admin, membership: 'free' as const }
    await expect(startCheckout(deps, operator, MONTHLY)).rejects.toMatchObject({ code: 'alreadyPro' })
  })

  test('in many tabs at once opens one page', async () => {
    const shop = shopOn(await open(), { timeout: 10_000 })
    const member = await aMember(shop.deps)
    shop.emulator.control.fail({
      kind: 'stall',
      // Longer than the library retries while the first call runs.
      ms: 600,
      when: 'during',
      route: 'POST /v1/checkout/sessions',
    })
    const tabs = await Promise.all(Array.from({ length: 5 }, () => asked(shop, member)))
    expect(new Set(tabs.map(({ session_id }) => session_id)).size).toBe(1)
    expect(shop.emulator.control.truth().sessions).toHaveLength(1)
  })

  test('gives the page that another tab opened meanwhile', async () => {
    const shop = shopOn(await open())
    const member = await aMember(shop.deps)
    const monthly = await asked(shop, member)
    const route = `GET /v1/checkout/sessions/${monthly.session_id}`
    shop.emulator.control.fail({ kind: 'stall', ms: 100, route })
    const slow = asked(shop, member, YEARLY)
    await vi.waitFor(() => expect(shop.emulator.api.faults.list()).toEqual([]))
    const opened = await asked(shop, member, YEARLY)
    expect(await slow).toEqual(opened)
    expect((await attempts(shop)).map(({ status }) => status)).toEqual(['expired', 'open'])
  })

  test('after a lost answer opens no second page: the retry uses the same key', async () => {
    const shop = shopOn(await open())
    const member = await aMember(shop.deps)
    const lost = { kind: 'reset', when: 'after', route: 'POST /v1/checkout/sessions', times: 5 } as const
    shop.emulator.control.fail(lost)
    await expect(asked(shop, member)).rejects.toMatchObject({ code: 'paymentFailed' })
    shop.emulator.control.clearFaults()
    await asked(shop, member)
    expect(shop.emulator.control.truth().sessions).toHaveLength(1)
    expect(await attempts(shop)).toHaveLength(1)
  })

  test('after a failure that Stripe would replay takes a new key', async () => {
    const shop = shopOn(await open())
    const member = await aMember(shop.deps)
    shop.emulator.control.fail({ kind: 'status', status: 500, route: 'POST /v1/checkout/sessions' })
    await expect(asked(shop, member)).rejects.toMatchObject({ code: 'paymentFailed' })
    await asked(shop, member)
    const keys = (await attempts(shop)).map(({ idempotency_key }) => idempotency_key)
    expect(new Set(keys).size).toBe(2)
    for (const key of keys) expect(key).toMatch(new RegExp(`^cs:${member.id}:pro_monthly:[a-z0-9-]+$`))
  })

  test('makes a new customer if Stripe has deleted the old one', async () => {
    const shop = shopOn(await open(), { webhooks: false })
    const member = await aMember(shop.deps)
    await asked(shop, member)
    const [customer] = shop.emulator.control.truth().customers
    await shop.stripe.customers.del(customer!.id)
    await asked(shop, member, YEARLY)
    expect(shop.emulator.control.truth().customers).toMatchObject([
      { metadata: { user_id: String(member.id) } },
    ])
  })

  test('never opens a page that asks for another price than ours show', async () => {
    const shop = shopOn(await open())
    const member = await aMember(shop.deps)
    await refreshPrices(shop.deps)
    // Changed in place, and no event arrived.
    const { prices, currencyOptions } = shop.emulator.account.state
    for (const price of prices.values()) price.unit_amount += 1
    currencyOptions.clear()
    await expect(asked(shop, member)).rejects.toMatchObject({ code: 'previewOutdated' })
    expect(shop.emulator.control.truth().sessions).toMatchObject([{ status: 'expired' }])
    const { session_id } = await asked(shop, member)
    expect(await shop.stripe.checkout.sessions.retrieve(session_id)).toMatchObject({ amount_total: 2901 })
  })

  test('fails with paymentsOff without Stripe', async () => {
    const shop = shopOn(await open())
    const member = await aMember(shop.deps)
    shop.deps.payments = { mode: 'off' }
    await expect(asked(shop, member)).rejects.toMatchObject({ code: 'paymentsOff' })
  })
})
