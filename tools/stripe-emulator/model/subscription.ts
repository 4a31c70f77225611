import type Stripe from 'stripe'
import type { Account } from './account.ts'
import { type Interval, nextBilling } from './calendar.ts'
import { planOf } from './catalogue.ts'
import type { Price, Subscription } from './state.ts'

interface NewSubscription {
  currency: string
  customer: string
  prices: { price: Price; quantity: number }[]
  payment_method: string
  metadata: Stripe.Metadata
}

/** A subscription whose first period begins now. */
export function newSubscription(account: Account, fields: NewSubscription): Subscription {
  const { currency, customer, prices, payment_method, metadata } = fields
  const id = account.id('sub')
  const now = account.now()
  return {
    id,
    object: 'subscription',
    application: null,
    application_fee_percent: null,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor: now,
    billing_cycle_anchor_config: null,
    billing_mode: { flexible: { proration_discounts: 'included' }, type: 'flexible' },
    billing_schedules: [],
    billing_thresholds: null,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
    collection_method: 'charge_automatically',
    created: now,
    currency,
    customer,
    customer_account: null,
    days_until_due: null,
    default_payment_method: payment_method,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    ended_at: null,
    invoice_settings: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: null,
      issuer: { type: 'self' },
    },
    items: {
      object: 'list',
      data: prices.map(({ price, quantity }) => newItem(account, { subscription: id, price, quantity, now })),
      has_more: false,
      url: `/v1/subscription_items?subscription=${id}`,
    },
    latest_invoice: null,
    livemode: false,
    managed_payments: { enabled: false },
    metadata,
    next_pending_invoice_item_invoice: null,
    on_behalf_of: null,
    pause_collection: null,
    payment_settings: {
      payment_method_options: null,
      payment_method_types: null,
      save_default_payment_method: 'off',
    },
    pending_invoice_item_interval: null,
    pending_setup_intent: null,
    pending_update: null,
    schedule: null,
    start_date: now,
    status: 'active',
    test_clock: null,
    transfer_data: null,
    trial_end: null,
    trial_settings: {
      end_behavior: { billing_cycle_anchor: null, missing_payment_method: 'create_invoice' },
    },
    trial_start: null,
  } satisfies Stripe.Subscription
}

interface NewItem {
  subscription: string
  price: Price
  quantity: number
  now: number
}

/** Since 2025 the billing period belongs to the item, not to the subscription. */
function newItem(account: Account, { subscription, price, quantity, now }: NewItem) {
  return {
    id: account.id('si'),
    object: 'subscription_item',
    billing_thresholds: null,
    created: now,
    current_period_end: nextBilling(now, price.recurring.interval as Interval, now),
    current_period_start: now,
    current_trial: null,
    discounts: [],
    metadata: {},
    plan: planOf(price),
    price,
    quantity,
    subscription,
    tax_rates: [],
  } satisfies Stripe.SubscriptionItem
}

/** End of the paid period, in seconds since 1970. */
export function periodEnd(subscription: Subscription): number {
  return Math.max(...subscription.items.data.map((item) => item.current_period_end))
}

export function isLive({ status }: Subscription): boolean {
  return status === 'active' || status === 'past_due' || status === 'trialing'
}
