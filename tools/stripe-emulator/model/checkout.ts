import type Stripe from 'stripe'
import type { Account } from './account.ts'
import { find, invalidRequest } from './api-error.ts'
import { DAY } from './calendar.ts'
import { amountIn } from './catalogue.ts'
import { newCheckoutSession } from './checkout-session.ts'
import { requireCustomer } from './customers.ts'
import { mergeMetadata } from './metadata.ts'
import type { CheckoutSession, Order } from './state.ts'
import { refuseBadTrial } from './trial.ts'

export interface CheckoutFields {
  success_url: string
  cancel_url?: string
  client_reference_id?: string
  currency?: string
  customer?: string
  locale?: string
  metadata?: Record<string, string> | null
  adaptive_pricing?: { enabled?: boolean }
  allow_promotion_codes?: boolean
  customer_update?: { name?: 'auto' | 'never' }
  tax_id_collection?: { enabled: boolean }
  line_items: { price: string; quantity: number }[]
  subscription_data?: { metadata?: Record<string, string> | null; trial_period_days?: number }
}

/** Opens a hosted checkout for a subscription. Until it is paid, only the session exists. */
export function createCheckout(account: Account, fields: CheckoutFields): CheckoutSession {
  const { customer = null } = fields
  if (customer) requireCustomer(account, customer, 'customer')
  const collectsTaxId = fields.tax_id_collection?.enabled === true
  if (customer && collectsTaxId && fields.customer_update?.name !== 'auto') throw invalidRequest(NAME_KEPT)
  const trialDays = fields.subscription_data?.trial_period_days
  refuseBadTrial(trialDays)
  const lineItems = fields.line_items.map((line, index) =>
    newLineItem(account, { ...line, currency: fields.currency, index }),
  )
  const session = newCheckoutSession(account, {
    success_url: fields.success_url,
    cancel_url: fields.cancel_url ?? null,
    client_reference_id: fields.client_reference_id ?? null,
    customer,
    expires_at: account.now() + DAY,
    locale: fields.locale ?? null,
    metadata: mergeMetadata({}, fields.metadata),
    adaptive_pricing: fields.adaptive_pricing ? { enabled: fields.adaptive_pricing.enabled === true } : null,
    allow_promotion_codes: fields.allow_promotion_codes ?? null,
    tax_id_collection: { enabled: collectsTaxId, required: 'never' },
    amount: trialDays ? 0 : lineItems.reduce((sum, { amount_total }) => sum + amount_total, 0),
    currency: lineItems[0]!.currency,
  })
  account.state.sessions.set(session.id, session)
  const subscriptionMetadata = mergeMetadata({}, fields.subscription_data?.metadata)
  account.state.orders.set(session.id, { lineItems, subscriptionMetadata, trialDays })
  return session
}

const NAME_KEPT =
  'Tax ID collection requires updating business name on the customer. To enable tax ID collection for an existing customer, please set `customer_update[name]` to `auto`.'

type NewLine = CheckoutFields['line_items'][number] & { currency: string | undefined; index: number }

function inactive(index: number) {
  return invalidRequest('The price specified is inactive. This field only accepts active prices.', {
    param: `line_items[${index}][price]`,
  })
}

function newLineItem(
  account: Account,
  { price: id, quantity, currency: wanted, index }: NewLine,
): Stripe.LineItem {
  const price = find(account.state.prices, id, 'price', `line_items[${index}][price]`)
  if (!price.active || !account.state.products.get(price.product)?.active) throw inactive(index)
  const currency = wanted ?? price.currency
  const amount = amountIn(account, price, currency) * quantity
  return {
    id: account.id('li'),
    object: 'item',
    adjustable_quantity: null,
    amount_discount: 0,
    amount_subtotal: amount,
    amount_tax: 0,
    amount_total: amount,
    currency,
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
