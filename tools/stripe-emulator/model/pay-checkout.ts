import type { Account } from './account.ts'
import { cardDeclined, invalidRequest } from './api-error.ts'
import { charge, collect, draftInvoice, finalize } from './billing.ts'
import { getCheckout, orderOf } from './checkout.ts'
import { type Business, customerDetails } from './checkout-session.ts'
import { createCustomer, requireCustomer, updateCustomer } from './customers.ts'
import { periodLines } from './invoice-lines.ts'
import { attachCard, declineCode, TEST_CARDS, type TestCardName } from './payment-methods.ts'
import type { CheckoutSession, Customer, Invoice, PaymentMethod, Price, Subscription } from './state.ts'
import { newSubscription } from './subscription.ts'
import { onTrial } from './trial.ts'

export interface Buyer extends Partial<Business> {
  card: TestCardName
  email?: string
  name?: string
}

/**
 * Takes the money, then creates the customer (if there is none), card, subscription and invoice.
 * @throws 402 if the card is declined (the session stays open), 400 if the session is no longer open
 */
export function payCheckout(account: Account, id: string, buyer: Buyer): CheckoutSession {
  const session = getCheckout(account, id)
  if (session.status !== 'open') {
    throw invalidRequest(`This Checkout Session is ${session.status}.`, { code: 'checkout_session_not_open' })
  }
  refuseDeclined(account, session, buyer.card)
  const customer = named(account, customerOf(account, session, buyer), buyer)
  const card = attachCard(account, customer.id, buyer.card)
  const subscription = startSubscription(account, session, customer.id, card)
  const completed = account.change(account.state.sessions, session, {
    status: 'complete',
    payment_status: orderOf(account, id).trialDays ? 'no_payment_required' : 'paid',
    customer: customer.id,
    customer_details: customerDetails(customer.email, customer.name, {
      business_name: buyer.business_name || null,
      tax_id: buyer.tax_id || null,
    }),
    subscription: subscription.id,
    invoice: subscription.latest_invoice,
    url: null,
  })
  account.emit('checkout.session.completed', completed)
  return completed
}

function refuseDeclined(account: Account, session: CheckoutSession, card: TestCardName): void {
  const { last4 } = TEST_CARDS[card]
  const code = declineCode({ last4 }, 'now')
  if (!code) return
  // A trial only saves the card.
  if (session.amount_total! > 0)
    charge(account, session.amount_total!, session.currency!, {
      customer: session.customer,
      subscription: null,
      invoice: null,
      card: last4,
      status: 'failed',
    })
  throw cardDeclined(code)
}

function customerOf(account: Account, session: CheckoutSession, buyer: Buyer) {
  if (session.customer) return requireCustomer(account, session.customer, 'customer')
  return createCustomer(account, { email: buyer.email ?? null, name: buyer.name ?? null })
}

/** A company's name becomes the customer's, as invoices show it. */
function named(account: Account, customer: Customer, { business_name }: Buyer): Customer {
  return business_name
    ? updateCustomer(account, customer.id, { name: business_name, business_name })
    : customer
}

/** The invoice is paid before the subscription becomes visible, so that it never shows as incomplete. */
function startSubscription(
  account: Account,
  session: CheckoutSession,
  customer: string,
  card: PaymentMethod,
): Subscription {
  const { lineItems, subscriptionMetadata, trialDays } = orderOf(account, session.id)
  const begun = newSubscription(account, {
    currency: session.currency!,
    customer,
    prices: lineItems.map(({ price, quantity }) => ({ price: price as Price, quantity: quantity ?? 1 })),
    payment_method: card.id,
    metadata: subscriptionMetadata,
  })
  const subscription = trialDays ? onTrial(account, begun, trialDays) : begun
  const lines = periodLines(account, subscription)
  const draft = draftInvoice(account, subscription, 'subscription_create', lines)
  const invoice = finalize(account, discounted(account, draft, session.total_details!.amount_discount))
  collect(account, invoice, card, 'now')
  const started = { ...subscription, latest_invoice: invoice.id }
  account.state.subscriptions.set(started.id, started)
  account.emit('customer.subscription.created', started)
  return started
}

function discounted(account: Account, draft: Invoice, amount: number): Invoice {
  if (amount === 0) return draft
  const total = draft.total - amount
  return account.change(account.state.invoices, draft, {
    total,
    total_excluding_tax: total,
    total_discount_amounts: [{ amount, discount: account.id('di') }],
  })
}
