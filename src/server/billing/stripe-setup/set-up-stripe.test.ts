import { expect, test } from 'vitest'
import type { StripeStep } from '#contract/studio/shop/prices.ts'
import { isPaid } from '#domain/membership/membership.ts'
import { findPerson } from '#server/accounts/person.ts'
import { EVENT_TYPES } from '#server/billing/inbox/event-subject.ts'
import { openPortal } from '#server/billing/membership/open-portal.ts'
import { webhookSecretsOf } from '#server/billing/own-objects.ts'
import { paymentsOf } from '#server/billing/payments.ts'
import type { Db } from '#server/db/schema.ts'
import { checkHealth } from '#server/health/check-health.ts'
import { serviceChecks } from '#server/health/service-checks.ts'
import { describeEachDatabase } from '../../../../tests/support/database/databases.ts'
import { aMember } from '../../../../tests/support/shop/members.ts'
import { STRIPE, shopOn } from '../../../../tests/support/shop/shop.ts'
import { planStripe, setUpStripe } from './set-up-stripe.ts'

const URL_HERE = 'https://nagare.example/api/payment/stripe-webhook'
const WANTED = {
  by: 'cli',
  amounts: { pro_monthly: { usd: 2900, jpy: 3980 }, pro_yearly: { usd: 26_400 } },
} as const

/** A shop whose Stripe account has nothing, and whose environment has no webhook's secret. */
function newShopOn(db: Db) {
  const shop = shopOn(db, { webhooks: false })
  const { state } = shop.emulator.account
  for (const objects of [state.prices, state.products, state.currencyOptions]) objects.clear()
  Object.assign(paymentsOf(shop.deps), { webhookSecrets: [] })
  return { ...shop, endpoints: () => [...state.webhookEndpoints.values()] }
}

const acts = (steps: readonly StripeStep[]) => Object.fromEntries(steps.map(({ part, act }) => [part, act]))
const LEFT = { pro_monthly: 'leave', pro_yearly: 'leave', webhook: 'leave', portal: 'leave' }

describeEachDatabase('setting up Stripe', (open) => {
  test('makes what the shop needs, says so before, and then has nothing to do', async () => {
    const { deps, endpoints, emulator } = newShopOn(await open())
    expect(acts(await planStripe(deps))).toEqual({
      ...{ pro_monthly: 'ask', pro_yearly: 'ask', webhook: 'create', portal: 'create' },
    })
    expect(endpoints()).toEqual([])
    const made = { pro_monthly: 'create', pro_yearly: 'create', webhook: 'create', portal: 'create' }
    expect(acts(await setUpStripe(deps, WANTED))).toEqual(made)
    const [endpoint, ...others] = endpoints()
    expect([endpoint?.url, endpoint?.status, others]).toEqual([URL_HERE, 'enabled', []])
    expect(endpoint?.enabled_events).toEqual(EVENT_TYPES)
    expect(acts(await planStripe(deps))).toEqual(LEFT)
    expect(acts(await setUpStripe(deps, WANTED))).toEqual(LEFT)
    expect([endpoints().length, emulator.account.state.products.size]).toEqual([1, 1])
    const acted = await deps.db
      .selectFrom('audit_records')
      .select('detail')
      .where('action', '=', 'billing.setup')
      .execute()
    expect(acted.map(({ detail }) => JSON.parse(detail).changed)).toEqual([
      ['create pro_monthly', 'create pro_yearly', 'create webhook', 'create portal'],
    ])
  })

  test('makes members of those who pay, by the secret that it has kept for all processes', async () => {
    const db = await open()
    const shop = newShopOn(db)
    await setUpStripe(shop.deps, WANTED)
    const row = await db
      .selectFrom('stripe_setup')
      .selectAll()
      .where('name', '=', 'webhook test')
      .executeTakeFirstOrThrow()
    expect(row.sealed).not.toContain(shop.endpoints()[0]!.secret)
    const { id } = await aMember(shop.deps)
    await shop.buy(id)
    await shop.settle()
    expect(isPaid(await findPerson(db, id, shop.deps.now()))).toBe(true)
    await openPortal(shop.deps, id)
    const [session] = shop.emulator.account.state.portals.values()
    expect([...shop.emulator.account.state.portalConfigurations.keys()]).toEqual([session?.configuration])
  })

  test('changes a webhook that was disabled or lacks events, and leaves other sites’', async () => {
    const { deps, stripe, endpoints } = newShopOn(await open())
    await stripe.webhookEndpoints.create({ url: 'https://other.example/hook', enabled_events: ['*'] })
    await setUpStripe(deps, WANTED)
    const own = endpoints().find(({ url }) => url === URL_HERE)!
    const change = { enabled_events: ['invoice.paid' as const], disabled: true }
    await stripe.webhookEndpoints.update(own.id, change)
    expect(acts(await setUpStripe(deps, WANTED)).webhook).toBe('change')
    const after = endpoints().find(({ id }) => id === own.id)
    expect([after?.status, after?.enabled_events]).toEqual(['enabled', EVENT_TYPES])
    expect(
      endpoints()
        .map(({ url }) => url)
        .toSorted(),
    ).toEqual([URL_HERE, 'https://other.example/hook'])
  })

  test('makes a webhook anew whose secret nobody knows', async () => {
    const { deps, stripe, endpoints } = newShopOn(await open())
    const lost = await stripe.webhookEndpoints.create({ url: URL_HERE, enabled_events: ['*'] })
    expect(acts(await planStripe(deps)).webhook).toBe('replace')
    await setUpStripe(deps, WANTED)
    const [endpoint, ...others] = endpoints()
    expect([endpoint?.id === lost.id, others]).toEqual([false, []])
    expect(await webhookSecretsOf(deps, paymentsOf(deps))).toEqual([endpoint?.secret])
  })

  test('by two at once leaves one webhook, whose secret is known', async () => {
    const { deps, endpoints } = newShopOn(await open())
    await setUpStripe(deps, { by: 'cli' })
    await deps.db.deleteFrom('stripe_setup').execute()
    await Promise.all([setUpStripe(deps, { by: 'cli' }), setUpStripe(deps, { by: 'cli' })])
    await setUpStripe(deps, { by: 'cli' })
    const known = await webhookSecretsOf(deps, paymentsOf(deps))
    expect(endpoints().map(({ secret }) => secret)).toEqual(known)
  })

  test('lets the environment’s secret hold, and makes no webhook whose secret would not count', async () => {
    const { deps, endpoints } = newShopOn(await open())
    await setUpStripe(deps, WANTED)
    const payments = paymentsOf(deps)
    Object.assign(payments, { webhookSecrets: STRIPE.webhookSecrets })
    expect(await webhookSecretsOf(deps, payments)).toEqual(STRIPE.webhookSecrets)
    expect(acts(await planStripe(deps)).webhook).toBe('leave')
    for (const { id } of endpoints()) await (await payments.stripe()).webhookEndpoints.del(id)
    expect(acts(await setUpStripe(deps, WANTED)).webhook).toBe('stuck')
    expect(endpoints()).toEqual([])
  })

  test('says which rights a restricted key lacks, and does the rest', async () => {
    const { deps, emulator, endpoints } = newShopOn(await open())
    emulator.control.restrict({ webhook_endpoints: 'none', prices: 'read', refunds: 'none' })
    expect(acts(await planStripe(deps, WANTED))).toMatchObject({
      ...{ pro_monthly: 'create', webhook: 'denied', portal: 'create', refunds: 'denied' },
    })
    expect(acts(await setUpStripe(deps, WANTED))).toEqual({
      ...{
        pro_monthly: 'denied',
        pro_yearly: 'denied',
        webhook: 'denied',
        portal: 'create',
        refunds: 'denied',
      },
    })
    emulator.control.restrict({ webhook_endpoints: 'read' })
    expect(acts(await setUpStripe(deps, WANTED))).toMatchObject({ pro_monthly: 'create', webhook: 'denied' })
    emulator.control.restrict({})
    expect(acts(await setUpStripe(deps, WANTED))).toEqual({ ...LEFT, webhook: 'create' })
    expect(endpoints()).toHaveLength(1)
  })

  test('and the doctor agree', async () => {
    const { deps, stripe, endpoints } = newShopOn(await open())
    const checks = serviceChecks.filter(({ name }) => name === 'webhooks' || name === 'prices')
    const found = async () => {
      const { checks: lines } = await checkHealth(deps, { checks })
      return Object.fromEntries(lines.map(({ name, finding }) => [name, finding]))
    }
    expect(await found()).toEqual({ prices: 'pricesLack', webhooks: 'noSecret' })
    await setUpStripe(deps, WANTED)
    expect(await found()).toEqual({ prices: 'ok', webhooks: 'noEvents' })
    await stripe.webhookEndpoints.del(endpoints()[0]!.id)
    expect(await found()).toMatchObject({ webhooks: 'webhookLacks' })
  })
})
