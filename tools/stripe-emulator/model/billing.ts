import type Stripe from 'stripe'
import type { Account } from './account.ts'
import { find, invalidRequest } from './api-error.ts'
import { DAY } from './calendar.ts'
import { billedSubscription, newInvoice } from './invoice.ts'
import type { Line } from './invoice-lines.ts'
import { declineCode } from './payment-methods.ts'
import type { Charge, Invoice, PaymentMethod, Subscription } from './state.ts'
import { isLive } from './subscription.ts'
import { endSubscription } from './subscription-end.ts'

/** Creates a draft invoice as the subscription's latest. */
export function draftInvoice(
  account: Account,
  subscription: Subscription,
  reason: Stripe.Invoice.BillingReason,
  lines: Line[],
): Invoice {
  const invoice = newInvoice(account, { subscription, reason, lines })
  return account.add(account.state.invoices, invoice, 'invoice.created')
}

/** Gives the invoice its number and settles it with the customer's credit; from now on it can be paid. */
export function finalize(account: Account, invoice: Invoice): Invoice {
  const now = account.now()
  const customer = account.state.customers.get(invoice.customer)
  const sequence = customer?.next_invoice_sequence ?? 1
  const starting_balance = customer?.balance ?? 0
  const left = invoice.total + starting_balance
  const due = Math.max(0, left)
  const ending_balance = Math.min(0, left)
  if (customer) {
    const changes = { next_invoice_sequence: sequence + 1, balance: ending_balance }
    account.change(account.state.customers, customer, changes)
  }
  const finalized = account.change(account.state.invoices, invoice, {
    status: 'open',
    starting_balance,
    ending_balance,
    amount_due: due,
    amount_remaining: due,
    number: `${customer?.invoice_prefix ?? 'TEST'}-${String(sequence).padStart(4, '0')}`,
    effective_at: now,
    automatically_finalizes_at: null,
    hosted_invoice_url: `${account.hostedUrl()}/i/${invoice.id}`,
    status_transitions: { ...invoice.status_transitions, finalized_at: now },
  })
  account.emit('invoice.finalized', finalized)
  return finalized
}

/** The card for automatic payments: the subscription's, else the customer's. */
export function paymentCard(account: Account, subscription: Subscription): PaymentMethod | undefined {
  const customer = account.state.customers.get(subscription.customer)
  const id = subscription.default_payment_method ?? customer?.invoice_settings.default_payment_method
  return id ? account.state.paymentMethods.get(id) : undefined
}

/** Charges the card for an open invoice. `when`: whether its owner is present, or the clock charges it. */
export function collect(
  account: Account,
  invoice: Invoice,
  card: PaymentMethod | undefined,
  when: 'now' | 'later',
): Invoice {
  const code = invoice.amount_due === 0 ? undefined : card ? declineCode(card.card, when) : 'no_card'
  if (invoice.amount_due > 0) {
    charge(account, invoice.amount_due, invoice.currency, {
      customer: invoice.customer,
      subscription: billedSubscription(invoice),
      invoice: invoice.id,
      card: card?.card.last4 ?? '',
      status: code ? 'failed' : 'succeeded',
    })
  }
  return code ? paymentFailed(account, invoice) : paid(account, invoice)
}

/** Records an attempt to take money. */
export function charge(
  account: Account,
  amount: number,
  currency: string,
  rest: Pick<Charge, 'customer' | 'subscription' | 'invoice' | 'card' | 'status'>,
): Charge {
  const record: Charge = {
    id: account.id('ch'),
    payment_intent: account.id('pi'),
    amount,
    refunded: 0,
    currency,
    created: account.now(),
    ...rest,
  }
  account.state.charges.set(record.id, record)
  return record
}

function paid(account: Account, invoice: Invoice): Invoice {
  const now = account.now()
  const settled = account.change(account.state.invoices, invoice, {
    status: 'paid',
    amount_paid: invoice.amount_due,
    amount_remaining: 0,
    attempt_count: invoice.attempt_count + 1,
    attempted: true,
    auto_advance: false,
    next_payment_attempt: null,
    status_transitions: { ...invoice.status_transitions, paid_at: now },
  })
  account.emit('invoice.paid', settled)
  account.emit('invoice.payment_succeeded', settled)
  const subscription = account.state.subscriptions.get(billedSubscription(invoice))
  if (subscription?.status === 'past_due' && !hasOpenInvoice(account, subscription)) {
    account.changeSubscription(subscription, { status: 'active' })
  }
  return settled
}

function hasOpenInvoice(account: Account, subscription: Subscription): boolean {
  return [...account.state.invoices.values()].some(
    (invoice) => invoice.status === 'open' && billedSubscription(invoice) === subscription.id,
  )
}

/** Schedules the next retry; after the last one the subscription ends. */
function paymentFailed(account: Account, invoice: Invoice): Invoice {
  const attempts = invoice.attempt_count + 1
  const days = account.billing.retryAfterDays[attempts - 1]
  const failed = account.change(account.state.invoices, invoice, {
    attempt_count: attempts,
    attempted: true,
    next_payment_attempt: days === undefined ? null : account.now() + days * DAY,
  })
  account.emit('invoice.payment_failed', failed)
  const subscription = account.state.subscriptions.get(billedSubscription(invoice))
  if (!subscription || !isLive(subscription)) return failed
  if (days === undefined) endSubscription(account, subscription, 'payment_failed')
  else account.changeSubscription(subscription, { status: 'past_due' })
  return failed
}

/** Pays an open invoice by the default card, with its owner present. */
export function payInvoice(account: Account, id: string): Invoice {
  const invoice = find(account.state.invoices, id, 'invoice')
  if (invoice.status === 'paid')
    throw invalidRequest('Invoice is already paid', { code: 'invoice_already_paid' })
  const open = invoice.status === 'draft' ? finalize(account, invoice) : invoice
  const subscription = account.state.subscriptions.get(billedSubscription(open))
  return collect(account, open, subscription && paymentCard(account, subscription), 'now')
}
