import type Stripe from 'stripe'
import { cardDeclined } from '../model/api-error.ts'
import { payInvoice } from '../model/billing.ts'
import { createPrice, createProduct, updatePrice, updateProduct } from '../model/catalogue.ts'
import { createCheckout, expireCheckout, getCheckout } from '../model/checkout.ts'
import { createCustomer, deleteCustomer, getCustomer, updateCustomer } from '../model/customers.ts'
import { billedSubscription } from '../model/invoice.ts'
import { page } from '../model/page.ts'
import { openPortal } from '../model/portal.ts'
import { createConfiguration, updateConfiguration } from '../model/portal-configurations.ts'
import { previewChange } from '../model/price-change.ts'
import { refund } from '../model/refunds.ts'
import type { Subscription } from '../model/state.ts'
import { cancelSubscription, getSubscription, updateSubscription } from '../model/subscriptions.ts'
import { createEndpoint, deleteEndpoint, updateEndpoint, withoutSecret } from '../model/webhook-endpoints.ts'
import {
  address,
  byName,
  choice,
  emptyable,
  flag,
  group,
  ignored,
  integer,
  limited,
  list,
  metadata,
  required,
  text,
} from './fields.ts'
import { fieldsOf, newestFirst, PAGE, type Route, route } from './route.ts'

const PERSON = {
  email: text,
  invoice_settings: group({ default_payment_method: text, footer: ignored }),
  metadata,
  name: text,
  preferred_locales: list(text),
}

const AMOUNT = {
  tax_behavior: choice('inclusive', 'exclusive', 'unspecified'),
  unit_amount: required(integer),
}

const PORTAL = {
  features: group({
    invoice_history: group({ enabled: required(flag) }),
    payment_method_update: group({ enabled: required(flag) }),
  }),
  metadata,
}

/** Only what the shop asks for: anything else is refused, so that a test shows that it is missing here. */
export const ROUTES: Route[] = [
  route(
    'GET /v1/prices',
    fieldsOf<Stripe.PriceListParams>()({ ...PAGE, active: flag, lookup_keys: list(text, 10) }),
    (account, { active, lookup_keys, ...cursor }) => {
      const found = newestFirst(account.state.prices).filter(
        (price) =>
          (active === undefined || price.active === active) &&
          (lookup_keys === undefined || lookup_keys.includes(price.lookup_key ?? '')),
      )
      return page(found, cursor, { url: '/v1/prices', noun: 'price' })
    },
  ),

  route(
    'POST /v1/prices',
    fieldsOf<Stripe.PriceCreateParams>()({
      ...AMOUNT,
      currency: required(text),
      currency_options: byName(group(AMOUNT)),
      lookup_key: text,
      metadata,
      product: required(text),
      recurring: required(group({ interval: required(choice('month', 'year')), interval_count: integer })),
      transfer_lookup_key: flag,
    }),
    createPrice,
  ),
  route(
    'POST /v1/prices/:price',
    fieldsOf<Stripe.PriceUpdateParams>()({ active: flag, metadata }),
    (account, fields, { price }) => updatePrice(account, price, fields),
  ),
  route('POST /v1/products', fieldsOf<Stripe.ProductCreateParams>()({ name: required(text) }), createProduct),
  route(
    'POST /v1/products/:product',
    fieldsOf<Stripe.ProductUpdateParams>()({ active: flag, metadata, name: text }),
    (account, fields, { product }) => updateProduct(account, product, fields),
  ),

  route('GET /v1/customers', fieldsOf<Stripe.CustomerListParams>()(PAGE), (account, cursor) =>
    page(newestFirst(account.state.customers), cursor, { url: '/v1/customers', noun: 'customer' }),
  ),
  route('POST /v1/customers', fieldsOf<Stripe.CustomerCreateParams>()(PERSON), createCustomer),
  route('GET /v1/customers/:customer', {}, (account, _, { customer }) => getCustomer(account, customer)),
  route(
    'POST /v1/customers/:customer',
    fieldsOf<Stripe.CustomerUpdateParams>()(PERSON),
    (account, fields, { customer }) => updateCustomer(account, customer, fields),
  ),
  route('DELETE /v1/customers/:customer', {}, (account, _, { customer }) =>
    deleteCustomer(account, customer),
  ),

  route(
    'POST /v1/checkout/sessions',
    fieldsOf<Stripe.Checkout.SessionCreateParams>()({
      adaptive_pricing: group({ enabled: flag }),
      allow_promotion_codes: flag,
      automatic_tax: ignored,
      cancel_url: address,
      client_reference_id: limited(200),
      currency: text,
      custom_text: ignored,
      customer: text,
      customer_update: group({ address: ignored, name: choice('auto', 'never') }),
      line_items: required(list(group({ price: required(text), quantity: required(integer) }), 20)),
      locale: text,
      metadata,
      mode: required(choice('subscription')),
      subscription_data: group({ metadata, trial_period_days: integer, trial_settings: ignored }),
      success_url: required(address),
      tax_id_collection: group({ enabled: required(flag) }),
    }),
    createCheckout,
  ),
  route(
    'GET /v1/checkout/sessions',
    fieldsOf<Stripe.Checkout.SessionListParams>()({ ...PAGE, subscription: text }),
    (account, { subscription, ...cursor }) => {
      const found = newestFirst(account.state.sessions).filter(
        (session) => subscription === undefined || session.subscription === subscription,
      )
      return page(found, cursor, { url: '/v1/checkout/sessions', noun: 'checkout.session' })
    },
  ),
  route('GET /v1/checkout/sessions/:session', {}, (account, _, { session }) => getCheckout(account, session)),
  route('POST /v1/checkout/sessions/:session/expire', {}, (account, _, { session }) =>
    expireCheckout(account, session),
  ),

  route(
    'GET /v1/subscriptions',
    fieldsOf<Stripe.SubscriptionListParams>()({ ...PAGE, customer: text, status: text }),
    (account, { customer, status, ...cursor }) => {
      const found = newestFirst(account.state.subscriptions).filter(
        (subscription) =>
          hasStatus(subscription, status) && (customer === undefined || subscription.customer === customer),
      )
      return page(found, cursor, { url: '/v1/subscriptions', noun: 'subscription' })
    },
  ),
  route('GET /v1/subscriptions/:subscription', {}, (account, _, { subscription }) =>
    getSubscription(account, subscription),
  ),
  route(
    'POST /v1/subscriptions/:subscription',
    fieldsOf<Stripe.SubscriptionUpdateParams>()({
      cancel_at: emptyable(choice('max_period_end')),
      cancel_at_period_end: flag,
      default_payment_method: text,
      items: list(group({ id: required(text), price: required(text) }), 20),
      payment_behavior: choice('allow_incomplete', 'error_if_incomplete'),
      proration_behavior: choice('always_invoice', 'none'),
      proration_date: integer,
    }),
    (account, change, { subscription }) => updateSubscription(account, subscription, change),
  ),
  route(
    'DELETE /v1/subscriptions/:subscription',
    fieldsOf<Stripe.SubscriptionCancelParams>()({ invoice_now: ignored, prorate: ignored }),
    (account, _, { subscription }) => cancelSubscription(account, subscription),
  ),

  route(
    'GET /v1/invoices',
    fieldsOf<Stripe.InvoiceListParams>()({ ...PAGE, status: text, subscription: text }),
    (account, { status, subscription, ...cursor }) => {
      const found = newestFirst(account.state.invoices).filter(
        (invoice) =>
          (status === undefined || invoice.status === status) &&
          (subscription === undefined || billedSubscription(invoice) === subscription),
      )
      return page(found, cursor, { url: '/v1/invoices', noun: 'invoice' })
    },
  ),
  route(
    'POST /v1/invoices/create_preview',
    fieldsOf<Stripe.InvoiceCreatePreviewParams>()({
      subscription: required(text),
      subscription_details: required(
        group({
          items: required(list(group({ id: required(text), price: required(text) }), 20)),
          proration_behavior: choice('always_invoice'),
          proration_date: integer,
        }),
      ),
    }),
    (account, { subscription, subscription_details }) =>
      previewChange(account, getSubscription(account, subscription), subscription_details),
  ),
  route('POST /v1/invoices/:invoice/pay', {}, (account, _, { invoice }) => {
    const paid = payInvoice(account, invoice)
    if (paid.status !== 'paid') throw cardDeclined('generic_decline')
    return paid
  }),

  route('GET /v1/refunds', fieldsOf<Stripe.RefundListParams>()(PAGE), (account, cursor) =>
    page(newestFirst(account.state.refunds), cursor, { url: '/v1/refunds', noun: 'refund' }),
  ),
  route(
    'POST /v1/refunds',
    fieldsOf<Stripe.RefundCreateParams>()({
      charge: text,
      payment_intent: text,
      reason: choice('duplicate', 'requested_by_customer'),
    }),
    refund,
  ),

  route(
    'POST /v1/billing_portal/sessions',
    fieldsOf<Stripe.BillingPortal.SessionCreateParams>()({
      configuration: text,
      customer: required(text),
      locale: text,
      return_url: address,
    }),
    openPortal,
  ),
  route(
    'GET /v1/billing_portal/configurations',
    fieldsOf<Stripe.BillingPortal.ConfigurationListParams>()({ ...PAGE, active: flag, is_default: flag }),
    (account, { active, is_default, ...cursor }) => {
      const found = newestFirst(account.state.portalConfigurations).filter(
        (each) =>
          (active === undefined || each.active === active) &&
          (is_default === undefined || each.is_default === is_default),
      )
      return page(found, cursor, { url: '/v1/billing_portal/configurations', noun: 'configuration' })
    },
  ),
  route(
    'POST /v1/billing_portal/configurations',
    fieldsOf<Stripe.BillingPortal.ConfigurationCreateParams>()({
      ...PORTAL,
      features: required(PORTAL.features),
    }),
    createConfiguration,
  ),
  route(
    'POST /v1/billing_portal/configurations/:configuration',
    fieldsOf<Stripe.BillingPortal.ConfigurationUpdateParams>()(PORTAL),
    (account, fields, { configuration }) => updateConfiguration(account, configuration, fields),
  ),

  route('GET /v1/webhook_endpoints', fieldsOf<Stripe.WebhookEndpointListParams>()(PAGE), (account, cursor) =>
    page(newestFirst(account.state.webhookEndpoints).map(withoutSecret), cursor, {
      ...{ url: '/v1/webhook_endpoints', noun: 'webhook endpoint' },
    }),
  ),
  route(
    'POST /v1/webhook_endpoints',
    fieldsOf<Stripe.WebhookEndpointCreateParams>()({
      enabled_events: required(list(text)),
      url: required(address),
    }),
    createEndpoint,
  ),
  route(
    'POST /v1/webhook_endpoints/:endpoint',
    fieldsOf<Stripe.WebhookEndpointUpdateParams>()({
      disabled: flag,
      enabled_events: list(text),
      url: address,
    }),
    (account, fields, { endpoint }) => updateEndpoint(account, endpoint, fields),
  ),
  route('DELETE /v1/webhook_endpoints/:endpoint', {}, (account, _, { endpoint }) =>
    deleteEndpoint(account, endpoint),
  ),

  route(
    'GET /v1/events',
    fieldsOf<Stripe.EventListParams>()({
      ...PAGE,
      created: group({ gte: required(integer) }),
      types: list(text, 20),
    }),
    (account, { created, types, ...cursor }) => {
      const found = newestFirst(account.state.events).filter(
        (event) =>
          (created === undefined || event.created >= created.gte) &&
          (types === undefined || types.includes(event.type)),
      )
      return page(found, cursor, { url: '/v1/events', noun: 'event' })
    },
  ),
]

/** Without a status, ended subscriptions are left out, as by Stripe. */
function hasStatus(subscription: Subscription, asked: string | undefined): boolean {
  if (asked === 'all') return true
  return asked === undefined ? subscription.status !== 'canceled' : subscription.status === asked
}
