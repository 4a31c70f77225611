import type { Product } from 'schema-dts'
import { type Locale, localePath } from '#domain/address/locale-path.ts'
import { plainAmount, saysTax } from '#domain/membership/format-price.ts'
import { type Offer, PLAN_PERIOD, PLANS } from '#domain/membership/price.ts'
import { markImage } from './shared-image.ts'
import { absolute, type SiteIdentity } from './site-data.ts'

/** The membership and what each plan costs, as Google's documents on products ask: the prices that the page shows. */
export function offerData(
  site: SiteIdentity & { shop: { identity: { card: string } } },
  { currency, amounts, taxed }: Offer,
  { locale, description }: { locale: Locale; description: string },
) {
  const { card } = site.shop.identity
  const url = absolute(site, localePath(locale, '/pricing'))
  // What is not said of the tax in other currencies is not said here.
  const tax = saysTax(currency) || taxed ? { valueAddedTaxIncluded: !taxed } : {}
  return {
    '@type': 'Product',
    name: `${site.name} Pro`,
    description,
    image: absolute(site, markImage('', card).path),
    brand: { '@id': absolute(site, '/#organization') },
    offers: PLANS.flatMap((plan) => {
      const amount = amounts[plan]
      if (!amount) return []
      const price = { price: plainAmount(amount, currency), priceCurrency: currency.toUpperCase() }
      return {
        '@type': 'Offer' as const,
        url,
        ...price,
        availability: 'https://schema.org/InStock' as const,
        priceSpecification: {
          '@type': 'UnitPriceSpecification' as const,
          ...price,
          ...tax,
          billingDuration: 1,
          unitCode: PLAN_PERIOD[plan] === 'year' ? 'ANN' : 'MON',
        },
      }
    }),
  } satisfies Product
}
