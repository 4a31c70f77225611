import type Stripe from 'stripe'
import { find } from '../../model/api-error.ts'
import { page } from '../../model/page.ts'
import { text } from '../fields.ts'
import { fieldsOf, newestFirst, PAGE, route } from '../route.ts'

export const paymentMethodRoutes = [
  route(
    'GET /v1/payment_methods',
    fieldsOf<Stripe.PaymentMethodListParams>()({ ...PAGE, customer: text, type: text }),
    (account, { customer, type, ...cursor }) => {
      const found = newestFirst(account.state.paymentMethods).filter(
        (method) =>
          customer !== undefined &&
          method.customer === customer &&
          (type === undefined || method.type === type),
      )
      return page(found, cursor, { url: '/v1/payment_methods', noun: 'payment_method' })
    },
  ),
  route('GET /v1/payment_methods/:method', {}, (account, _, { method }) =>
    find(account.state.paymentMethods, method, 'PaymentMethod'),
  ),
]
