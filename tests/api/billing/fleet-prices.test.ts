import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { DEFAULT_SHOP } from '#contract/shop/default-shop.ts'
import { withSetting } from '#domain/shop/setting-paths.ts'
import { stripeEventJob } from '#server/billing/inbox/handle-event.ts'
import { setPrice } from '#server/billing/prices/set-price.ts'
import { readDraft, saveDraft } from '#server/shop/versions.ts'
import { type StripeEmulator, startStripeEmulator } from '../../../tools/stripe-emulator/emulator.ts'
import { askServer } from '../../support/http/ask.ts'
import { IN_LONG_TEST } from '../../support/runs.ts'
import { type Fleet, startFleet } from '../../support/shop/fleet.ts'
import { aMember } from '../../support/shop/members.ts'
import { PATIENT } from '../../support/shop/server.ts'
import { STRIPE } from '../../support/shop/shop.ts'

let stripe: StripeEmulator
let fleet: Fleet

beforeAll(async () => {
  if (!IN_LONG_TEST) return
  stripe = await startStripeEmulator({ secretKey: STRIPE.secretKey })
  fleet = await startFleet({
    limits: PATIENT,
    jobs: [stripeEventJob],
    env: {
      STRIPE_SECRET_KEY: STRIPE.secretKey,
      STRIPE_WEBHOOK_SECRETS: STRIPE.webhookSecrets.join(),
      STRIPE_API_URL: stripe.url.origin,
    },
  })
}, 60_000)
afterAll(async () => {
  await fleet?.close()
  await stripe?.close()
})

/** What each server's pages say. */
const pages = (path: string) =>
  Promise.all(fleet.servers.map(async ({ at }) => (await fetch(at(path))).text()))

async function allShow(path: string, text: string): Promise<void> {
  await vi.waitFor(
    async () => expect((await pages(path)).map((page) => page.includes(text))).toEqual([true, true, true]),
    { timeout: 10_000 },
  )
}

test.runIf(IN_LONG_TEST)(
  'three servers on PostgreSQL show the same version and the same prices within two seconds',
  async () => {
    const [first, second] = fleet.servers
    const { deps } = first!
    const admin = await aMember(deps, { admin: true })
    await setPrice(deps, { plan: 'pro_yearly', amounts: { usd: 26_400, jpy: 39_800 }, by: 'cli' })
    await setPrice(deps, { plan: 'pro_monthly', amounts: { usd: 2900, jpy: 3980 }, by: 'cli' })
    await allShow('/ja/pricing', '¥3,980')
    await allShow('/pricing', 'US$29<')

    // At Stripe, which tells one server.
    const { prices } = stripe.account.state
    const yearly = [...prices.values()].find(
      ({ lookup_key, active }) => lookup_key === 'pro_yearly' && active,
    )
    stripe.control.setWebhook({
      url: second!.at('/api/payment/stripe-webhook'),
      secret: STRIPE.webhookSecrets[0]!,
    })
    let began = performance.now()
    const library = await (deps.payments as Exclude<typeof deps.payments, { mode: 'off' }>).stripe()
    await library.prices.create({
      ...{ product: yearly!.product, lookup_key: 'pro_yearly', transfer_lookup_key: true },
      ...{ currency: 'usd', unit_amount: 30_000, recurring: { interval: 'year' } },
      currency_options: { jpy: { unit_amount: 45_600, tax_behavior: 'inclusive' } },
    })
    await allShow('/ja/pricing', '¥45,600')
    expect(performance.now() - began).toBeLessThan(2_000)
    await allShow('/pricing', 'US$300')
    const offers = await Promise.all(
      fleet.servers.map(async ({ at }) => (await fetch(at('/api/payment/prices'))).json()),
    )
    expect(offers[1]).toEqual(offers[0])
    expect(offers[2]).toEqual(offers[0])
    expect(offers[0].offers[1]).toMatchObject({ currency: 'jpy', amounts: { pro_yearly: 45_600 } })

    const settings = withSetting(DEFAULT_SHOP, 'identity.name', 'Hoshi')
    const by = { id: admin.id, membership: 'free', role: 'admin' } as const
    const { revision } = await readDraft(deps)
    const body = await saveDraft(deps, by, { settings, revision })
    const { headers } = admin
    began = performance.now()
    expect((await askServer(second!, 'POST', '/api/studio/shop/publish', { body, headers })).status).toBe(204)
    await allShow('/pricing', 'Pricing | Hoshi')
    expect(performance.now() - began).toBeLessThan(2_000)
    await allShow('/ja/pricing', '¥45,600')
  },
  60_000,
)
