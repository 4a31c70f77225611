import type Stripe from 'stripe'
import { find } from '../../model/api-error.ts'
import { page } from '../../model/page.ts'
import { flag, group, list, text } from '../fields.ts'
import { fieldsOf, newestFirst, PAGE, range, route, within } from '../route.ts'

export const catalogueRoutes = [
  route(
    'GET /v1/prices',
    fieldsOf<Stripe.PriceListParams>()({
      ...PAGE,
      active: flag,
      created: range,
      currency: text,
      lookup_keys: list(text, 10),
      product: text,
      recurring: group({ interval: text, meter: text, usage_type: text }),
      type: text,
    }),
    (account, { active, created, currency, lookup_keys, product, recurring, type, ...cursor }) => {
      const found = newestFirst(account.state.prices).filter(
        (price) =>
          (active === undefined || price.active === active) &&
          (currency === undefined || price.currency === currency) &&
          (lookup_keys === undefined || lookup_keys.includes(price.lookup_key ?? '')) &&
          (product === undefined || price.product === product) &&
          (recurring?.interval === undefined || price.recurring.interval === recurring.interval) &&
          (type === undefined || price.type === type) &&
          within(price.created, created),
      )
      return page(found, cursor, { url: '/v1/prices', noun: 'price' })
    },
  ),
  route('GET /v1/prices/:price', {}, (account, _, { price }) => find(account.state.prices, price, 'price')),
  route('GET /v1/products/:product', {}, (account, _, { product }) =>
    find(account.state.products, product, 'product'),
  ),
]
