import type Stripe from 'stripe'
import type { Account } from './account.ts'
import { type ApiError, find, invalidRequest } from './api-error.ts'
import { DAY, HOUR } from './calendar.ts'
import { newCheckoutSession } from './checkout-session.ts'
import { requireCustomer } from './customers.ts'
import { mergeMetadata } from './metadata.ts'
import type { CheckoutSession, Order } from './state.ts'

export interface CheckoutFields {
  mode?: string
  ui_mode?: string
  success_url?: string
  cancel_url?: string
  client_reference_id?: string
  customer?: string
  customer_email?: string
  expires_at?: number
  locale?: string
  metadata?: Record<string, string> | null
  adaptive_pricing?: { enabled?: boolean }
  allow_promotion_codes?: boolean
  customer_update?: { name?: 'auto' | 'never' }
  tax_id_collection?: { enabled: boolean }
  line_items?: { price?: string; quantity?: number }[]
  subscription_data?: { metadata?: Record<string, string> | null }
}

/** Opens a hosted checkout for a subscription. Until it is paid, only the session exists. */
export function createCheckout(account: Account, fields: CheckoutFields): CheckoutSession {
  checkKind(fields)
  const { customer = null, customer_email = null } = fields
  if (customer && customer_email) {
    throw invalidRequest('You may only specify one of these parameters: customer, customer_email.')
  }
  if (customer) requireCustomer(account, customer, 'customer')
  const collectsTaxId = fields.tax_id_collection?.enabled === true
  if (customer && collectsTaxId && fields.customer_update?.name !== 'auto') throw invalidRequest(NAME_KEPT)
  const lineItems = (fields.line_items ?? []).map((line, index) => newLineItem(account, line, index))
  if (lineItems.length === 0) throw missing('line_items')
  const session = newCheckoutSession(account, {
    success_url: required(fields.success_url, 'success_url'),
    cancel_url: fields.cancel_url ?? null,
    client_reference_id: fields.client_reference_id ?? null,
    customer,
    customer_email,
    expires_at: expiry(account, customer, fields.expires_at),
    locale: fields.locale ?? null,
    metadata: mergeMetadata({}, fields.metadata),
    adaptive_pricing: fields.adaptive_pricing ? { enabled: fields.adaptive_pricing.enabled === true } : null,
    allow_promotion_codes: fields.allow_promotion_codes ?? null,
    tax_id_collection: { enabled: collectsTaxId, required: 'never' },
    amount: lineItems.reduce((sum, { amount_total }) => sum + amount_total, 0),
    currency: lineItems[0]!.currency,
  })
  account.state.sessions.set(session.id, session)
  const subscriptionMetadata = mergeMetadata({}, fields.subscription_data?.metadata)
  account.state.orders.set(session.id, { lineItems, subscriptionMetadata })
  return session
}

const NAME_KEPT =
  'Tax ID collection requires updating business name on the customer. To enable tax ID collection for an existing customer, please set `customer_update[name]` to `auto`.'

function checkKind({ mode, ui_mode = 'hosted_page' }: CheckoutFields): void {
  if (required(mode, 'mode') !== 'subscription') {
    throw invalidRequest(`This emulator knows mode=subscription only, not ${mode}.`, { param: 'mode' })
  }
  if (ui_mode !== 'hosted_page') {
    throw invalidRequest(`This emulator knows ui_mode=hosted_page only, not ${ui_mode}.`, {
      param: 'ui_mode',
    })
  }
}

function required(value: string | undefined, param: string): string {
  if (value === undefined) throw missing(param)
  return value
}

function missing(param: string): ApiError {
  return invalidRequest(`Missing required param: ${param}.`, { code: 'parameter_missing', param })
}

/** Between 30 minutes and a day from now; default: a day. */
function expiry(account: Account, customer: string | null, asked: number | undefined): number {
  const now = account.timeOf(customer)
  if (asked === undefined) return now + DAY
  if (asked < now + HOUR / 2) {
    const message = 'The `expires_at` timestamp must be at least 30 minutes from Checkout Session creation.'
    throw invalidRequest(message, { param: 'expires_at' })
  }
  if (asked > now + DAY) {
    const message = 'The `expires_at` timestamp must be less than 24 hours from Checkout Session creation.'
    throw invalidRequest(message, { param: 'expires_at' })
  }
  return asked
}

function newLineItem(
  account: Account,
  { price: id, quantity }: { price?: string; quantity?: number },
  index: number,
): Stripe.LineItem {
  const param = `line_items[${index}]`
  const price = find(account.state.prices, required(id, `${param}[price]`), 'price', `${param}[price]`)
  if (quantity === undefined) throw missing(`${param}[quantity]`)
  const amount = price.unit_amount * quantity
  return {
    id: account.id('li'),
    object: 'item',
    adjustable_quantity: null,
    amount_discount: 0,
    amount_subtotal: amount,
    amount_tax: 0,
    amount_total: amount,
    currency: price.currency,
    description: account.state.products.get(price.product)?.name ?? null,
    metadata: null,
    price,
    quantity,
  } satisfies Stripe.LineItem
}

export function getCheckout(account: Account, id: string): CheckoutSession {
  return find(account.state.sessions, id, 'checkout.session')
}

export function orderOf(account: Account, session: string): Order {
  return account.state.orders.get(session)!
}

/** Ends an open session, by request or when its time has come. */
export function expireCheckout(account: Account, id: string): CheckoutSession {
  const session = getCheckout(account, id)
  if (session.status !== 'open') {
    throw invalidRequest(
      `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${session.status}\`.`,
    )
  }
  const expired = account.change(account.state.sessions, session, { status: 'expired', url: null })
  account.emit('checkout.session.expired', expired)
  return expired
}
