import type Stripe from 'stripe'
import {
  createCustomer,
  deleteCustomer,
  getCustomer,
  requireCustomer,
  updateCustomer,
} from '../../model/customers.ts'
import { page } from '../../model/page.ts'
import { emptyable, group, ignored, list, metadata, text } from '../fields.ts'
import { fieldsOf, newestFirst, PAGE, range, route, within } from '../route.ts'

const COMMON = {
  address: ignored,
  description: emptyable(text),
  email: emptyable(text),
  invoice_settings: group({
    default_payment_method: emptyable(text),
    footer: ignored,
    custom_fields: ignored,
  }),
  metadata,
  name: emptyable(text),
  phone: emptyable(text),
  preferred_locales: list(text),
  shipping: ignored,
  tax: ignored,
}

export const customerRoutes = [
  route(
    'POST /v1/customers',
    fieldsOf<Stripe.CustomerCreateParams>()({ ...COMMON, tax_id_data: ignored, test_clock: text }),
    createCustomer,
  ),
  route(
    'GET /v1/customers',
    fieldsOf<Stripe.CustomerListParams>()({ ...PAGE, created: range, email: text, test_clock: text }),
    (account, { created, email, test_clock, ...cursor }) => {
      const found = newestFirst(account.state.customers).filter(
        (customer) =>
          within(customer.created, created) &&
          (email === undefined || customer.email === email) &&
          customer.test_clock === (test_clock ?? null),
      )
      return page(found, cursor, { url: '/v1/customers', noun: 'customer' })
    },
  ),
  route('GET /v1/customers/:customer', {}, (account, _, { customer }) => getCustomer(account, customer)),
  route(
    'POST /v1/customers/:customer',
    fieldsOf<Stripe.CustomerUpdateParams>()(COMMON),
    (account, fields, { customer }) => updateCustomer(account, customer, fields),
  ),
  route('DELETE /v1/customers/:customer', {}, (account, _, { customer }) =>
    deleteCustomer(account, customer),
  ),
  route(
    'GET /v1/customers/:customer/payment_methods',
    fieldsOf<Stripe.CustomerListPaymentMethodsParams>()({ ...PAGE, type: text, allow_redisplay: ignored }),
    (account, { type, allow_redisplay: _, ...cursor }, { customer }) => {
      requireCustomer(account, customer)
      const theirs = newestFirst(account.state.paymentMethods).filter(
        (method) => method.customer === customer && (type === undefined || method.type === type),
      )
      return page(theirs, cursor, {
        url: `/v1/customers/${customer}/payment_methods`,
        noun: 'payment_method',
      })
    },
  ),
]
