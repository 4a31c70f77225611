import type Stripe from 'stripe'
import { createCheckout, expireCheckout, getCheckout, orderOf } from '../../model/checkout.ts'
import { page } from '../../model/page.ts'
import {
  address,
  choice,
  flag,
  group,
  ignored,
  integer,
  limited,
  list,
  metadata,
  required,
  text,
} from '../fields.ts'
import { fieldsOf, newestFirst, PAGE, range, route, within } from '../route.ts'

const create = fieldsOf<Stripe.Checkout.SessionCreateParams>()({
  adaptive_pricing: group({ enabled: flag }),
  allow_promotion_codes: flag,
  allowed_payment_method_types: ignored,
  automatic_tax: ignored,
  billing_address_collection: ignored,
  branding_settings: ignored,
  cancel_url: address,
  client_reference_id: limited(200),
  consent_collection: ignored,
  custom_fields: ignored,
  custom_text: ignored,
  customer: text,
  customer_creation: ignored,
  customer_email: text,
  customer_update: group({ address: ignored, name: choice('auto', 'never'), shipping: ignored }),
  excluded_payment_method_types: ignored,
  expires_at: integer,
  integration_identifier: ignored,
  line_items: list(
    group({ price: text, quantity: integer, adjustable_quantity: ignored, tax_rates: ignored }),
    20,
  ),
  locale: text,
  metadata,
  mode: text,
  name_collection: ignored,
  payment_method_collection: ignored,
  payment_method_options: ignored,
  phone_number_collection: ignored,
  saved_payment_method_options: ignored,
  subscription_data: group({
    metadata,
    description: ignored,
    billing_mode: ignored,
    default_tax_rates: ignored,
    invoice_settings: ignored,
    proration_behavior: ignored,
  }),
  success_url: required(address),
  tax_id_collection: group({ enabled: required(flag), required: ignored }),
  ui_mode: text,
  wallet_options: ignored,
})

export const checkoutRoutes = [
  route('POST /v1/checkout/sessions', create, createCheckout),
  route(
    'GET /v1/checkout/sessions',
    fieldsOf<Stripe.Checkout.SessionListParams>()({
      ...PAGE,
      created: range,
      customer: text,
      customer_details: group({ email: text }),
      status: text,
      subscription: text,
    }),
    (account, { created, customer, customer_details, status, subscription, ...cursor }) => {
      const found = newestFirst(account.state.sessions).filter(
        (session) =>
          within(session.created, created) &&
          (customer === undefined || session.customer === customer) &&
          (customer_details?.email === undefined ||
            session.customer_details?.email === customer_details.email) &&
          (status === undefined || session.status === status) &&
          (subscription === undefined || session.subscription === subscription),
      )
      return page(found, cursor, { url: '/v1/checkout/sessions', noun: 'checkout.session' })
    },
  ),
  route('GET /v1/checkout/sessions/:session', {}, (account, _, { session }) => getCheckout(account, session)),
  route('POST /v1/checkout/sessions/:session/expire', {}, (account, _, { session }) =>
    expireCheckout(account, session),
  ),
  route('GET /v1/checkout/sessions/:session/line_items', PAGE, (account, cursor, { session }) => {
    const { lineItems } = orderOf(account, getCheckout(account, session).id)
    return page(lineItems, cursor, { url: `/v1/checkout/sessions/${session}/line_items`, noun: 'item' })
  }),
]
