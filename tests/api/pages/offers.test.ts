import { afterAll, beforeAll, expect, test } from 'vitest'
import { pageHead } from '../../support/http/page-head.ts'
import { schemaFaults } from '../../support/http/schema-org.ts'
import { startTestServer, type TestServer } from '../../support/shop/server.ts'
import { STRIPE } from '../../support/shop/shop.ts'

const AMOUNTS = {
  pro_monthly: { usd: { amount: 2950, inclusive: false }, jpy: { amount: 3980, inclusive: true } },
  pro_yearly: { usd: { amount: 26_400, inclusive: false }, jpy: { amount: 39_800, inclusive: true } },
}
let server: TestServer

beforeAll(async () => {
  server = await startTestServer({
    env: {
      STRIPE_SECRET_KEY: STRIPE.secretKey,
      STRIPE_WEBHOOK_SECRETS: STRIPE.webhookSecrets.join(),
      STRIPE_API_URL: 'http://127.0.0.1:9',
    },
    jobs: [],
  })
  await server.deps.db.deleteFrom('plan_prices').execute()
  for (const plan of ['pro_monthly', 'pro_yearly'] as const) {
    const price = { plan, price_id: `price_${plan}`, mode: 'test' as const, ticket: 1, currency: 'usd' }
    await server.deps.db
      .insertInto('plan_prices')
      .values({ ...price, amounts: JSON.stringify(AMOUNTS[plan]) })
      .execute()
  }
}, 60_000)
afterAll(() => server.close())

async function products(path: string) {
  const answer = await fetch(server.at(path))
  expect(answer.status).toBe(200)
  const { things } = pageHead(await answer.text())
  expect(schemaFaults(things)).toEqual([])
  return things.filter((thing) => thing['@type'] === 'Product')
}

test.each([
  ['/pricing', 'USD', ['29.50', '264'], undefined],
  ['/ja/pricing', 'JPY', ['3980', '39800'], true],
])('%s offers the membership in the currency that it shows', async (path, priceCurrency, prices, tax) => {
  const [product, ...others] = await products(path)
  expect(others).toEqual([])
  expect(product).toMatchObject({
    name: 'Nagare Pro',
    image: 'http://nagare.example/card.png',
    brand: { '@id': 'http://nagare.example/#organization' },
    offers: prices.map((price, index) => ({
      ...{ price, priceCurrency, availability: 'https://schema.org/InStock' },
      url: `http://nagare.example${path}`,
      priceSpecification: { price, priceCurrency, unitCode: ['MON', 'ANN'][index], billingDuration: 1 },
    })),
  })
  for (const { priceSpecification } of product?.offers ?? [])
    expect(priceSpecification.valueAddedTaxIncluded).toBe(tax)
})
