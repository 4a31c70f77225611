import type Stripe from 'stripe'
import type { Account } from './account.ts'
import type { Line } from './invoice-lines.ts'
import type { Invoice, Subscription } from './state.ts'

interface NewInvoice {
  subscription: Subscription
  reason: Stripe.Invoice.BillingReason
  lines: Line[]
}

/** A draft, less the customer's credit. */
export function newInvoice(account: Account, { subscription, reason, lines }: NewInvoice): Invoice {
  const id = account.id('in')
  const now = account.now()
  const customer = account.state.customers.get(subscription.customer)
  const total = lines.reduce((sum, line) => sum + line.amount, 0)
  const balance = customer?.balance ?? 0
  const due = Math.max(0, total + balance)
  return {
    id,
    object: 'invoice',
    account_country: 'US',
    account_name: 'Test payments',
    account_tax_ids: null,
    amount_due: due,
    amount_overpaid: 0,
    amount_paid: 0,
    amount_remaining: due,
    amount_shipping: 0,
    application: null,
    attempt_count: 0,
    attempted: false,
    auto_advance: true,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
    automatically_finalizes_at: now + account.billing.draftSeconds,
    billing_reason: reason,
    collection_method: 'charge_automatically',
    created: now,
    currency: subscription.currency,
    custom_fields: null,
    customer: subscription.customer,
    customer_account: null,
    customer_address: null,
    customer_email: customer?.email ?? null,
    customer_name: customer?.name ?? null,
    customer_phone: null,
    customer_shipping: null,
    customer_tax_exempt: 'none',
    customer_tax_ids: [],
    default_payment_method: null,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    due_date: null,
    effective_at: null,
    ending_balance: null,
    footer: null,
    from_invoice: null,
    hosted_invoice_url: null,
    invoice_pdf: null,
    issuer: { type: 'self' },
    last_finalization_error: null,
    latest_revision: null,
    lines: {
      object: 'list',
      data: lines.map((line) => ({ ...line, invoice: id })),
      has_more: false,
      url: `/v1/invoices/${id}/lines`,
    },
    livemode: false,
    metadata: {},
    next_payment_attempt: now + account.billing.draftSeconds,
    number: null,
    on_behalf_of: null,
    parent: {
      quote_details: null,
      subscription_details: { metadata: subscription.metadata, subscription: subscription.id },
      type: 'subscription_details',
    },
    payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
    period_end: now,
    period_start: reason === 'subscription_cycle' ? previousPeriodStart(subscription) : now,
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    receipt_number: null,
    rendering: null,
    shipping_cost: null,
    shipping_details: null,
    starting_balance: balance,
    statement_descriptor: null,
    status: 'draft',
    status_transitions: {
      finalized_at: null,
      marked_uncollectible_at: null,
      paid_at: null,
      voided_at: null,
    },
    subtotal: total,
    subtotal_excluding_tax: total,
    test_clock: null,
    total,
    total_discount_amounts: [],
    total_excluding_tax: total,
    total_pretax_credit_amounts: [],
    total_taxes: [],
    webhooks_delivered_at: now,
  } satisfies Stripe.Invoice
}

/** As in Stripe, an invoice's own period looks back; its lines have the period that is paid for. */
function previousPeriodStart(subscription: Subscription): number {
  const { current_period_start, current_period_end } = subscription.items.data[0]!
  return Math.max(subscription.start_date, 2 * current_period_start - current_period_end)
}

/** Id of the billed subscription. */
export function billedSubscription(invoice: Invoice): string {
  return invoice.parent!.subscription_details!.subscription as string
}
