import type Stripe from 'stripe'
import type { Account } from './account.ts'
import type { CheckoutSession } from './state.ts'

export interface NewSession {
  success_url: string
  cancel_url: string | null
  client_reference_id: string | null
  customer: string | null
  expires_at: number
  locale: string | null
  metadata: Stripe.Metadata
  adaptive_pricing: { enabled: boolean } | null
  allow_promotion_codes: boolean | null
  tax_id_collection: { enabled: boolean; required: 'never' }
  amount: number
  currency: string
}

export function newCheckoutSession(account: Account, fields: NewSession): CheckoutSession {
  const { amount, ...given } = fields
  const id = account.id('cs_test')
  return {
    id,
    object: 'checkout.session',
    after_expiration: null,
    allowed_payment_method_types: null,
    amount_subtotal: amount,
    amount_total: amount,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    billing_address_collection: null,
    client_secret: null,
    collected_information: null,
    consent: null,
    consent_collection: null,
    created: account.now(),
    currency_conversion: null,
    custom_fields: [],
    custom_text: {
      after_submit: null,
      shipping_address: null,
      submit: null,
      terms_of_service_acceptance: null,
    },
    customer_account: null,
    customer_creation: given.customer ? null : 'always',
    customer_details: null,
    customer_email: null,
    discounts: [],
    integration_identifier: null,
    invoice: null,
    invoice_creation: null,
    livemode: false,
    managed_payments: null,
    mode: 'subscription',
    origin_context: null,
    payment_intent: null,
    payment_link: null,
    payment_method_collection: 'always',
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: ['card'],
    payment_status: 'unpaid',
    permissions: null,
    phone_number_collection: { enabled: false },
    recovered_from: null,
    saved_payment_method_options: null,
    setup_intent: null,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    status: 'open',
    submit_type: null,
    subscription: null,
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: 'hosted_page',
    url: `${account.hostedUrl()}/c/pay/${id}`,
    wallet_options: null,
    ...given,
  } satisfies Stripe.Checkout.Session
}

/** What a company entered. */
export interface Business {
  business_name: string | null
  tax_id: string | null
}

export function customerDetails(
  email: string | null,
  name: string | null = null,
  { business_name, tax_id }: Business = { business_name: null, tax_id: null },
): Stripe.Checkout.Session.CustomerDetails {
  return {
    address: null,
    business_name,
    email,
    individual_name: null,
    name,
    phone: null,
    tax_exempt: 'none',
    tax_ids: tax_id ? [{ type: /^T\d{13}$/.test(tax_id) ? 'jp_trn' : 'unknown', value: tax_id }] : [],
  }
}
