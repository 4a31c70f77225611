import { expect, test } from 'vitest'
import { offerData } from './offer-data.ts'

const shop = { identity: { logo: '', icon: '', card: '' }, links: { accounts: [] } }
const SITE = { name: '春', url: new URL('https://haru.example'), shop }
const offersOf = (offer: Parameters<typeof offerData>[1]) =>
  offerData(SITE, offer, { locale: 'ja', description: '映像' }).offers

test('a plan that is not sold is not offered', () => {
  const offers = offersOf({ currency: 'jpy', amounts: { pro_yearly: 39_800 }, taxed: false })
  expect(offers).toMatchObject([
    { price: '39800', priceCurrency: 'JPY', url: 'https://haru.example/ja/pricing' },
  ])
})

test.each([
  ['jpy', false, true],
  ['jpy', true, false],
  ['usd', true, false],
  ['usd', false, undefined],
])('in %s, with taxes on top: %s, the tax is included: %s', (currency, taxed, included) => {
  const [offer] = offersOf({ currency, amounts: { pro_monthly: 100 }, taxed })
  const { price, valueAddedTaxIncluded: isIn } = offer!.priceSpecification as Record<string, unknown>
  expect([price, isIn]).toEqual([currency === 'jpy' ? '100' : '1', included])
})
