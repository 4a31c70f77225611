import type Stripe from 'stripe'

// As stored: references are ids, which `expand` replaces by objects.
export type Product = Stripe.Product
export type Price = Stripe.Price & { product: string; recurring: Stripe.Price.Recurring; unit_amount: number }
export type Customer = Stripe.Customer & {
  invoice_settings: { default_payment_method: string | null }
}
export type PaymentMethod = Stripe.PaymentMethod & {
  customer: string | null
  card: Stripe.PaymentMethod.Card
}
export type CheckoutSession = Stripe.Checkout.Session & {
  customer: string | null
  subscription: string | null
  invoice: string | null
}
export type Subscription = Stripe.Subscription & {
  customer: string
  latest_invoice: string | null
  default_payment_method: string | null
}
export type Invoice = Stripe.Invoice & { customer: string }
export type PortalSession = Stripe.BillingPortal.Session
export type PortalConfiguration = Stripe.BillingPortal.Configuration
export type WebhookEndpoint = Stripe.WebhookEndpoint & { secret: string }
export type Event = Stripe.EventBase
export type Refund = Stripe.Refund & { charge: string }

/** What a session sells; the session shows it only when expanded. */
export interface Order {
  lineItems: Stripe.LineItem[]
  subscriptionMetadata: Stripe.Metadata
  trialDays?: number | undefined
}

/** An attempt to take money, in the currency's smallest unit; shows double charges. */
export interface Charge {
  id: string
  payment_intent: string
  /** Null if a card was declined in the checkout, before the customer existed. */
  customer: string | null
  subscription: string | null
  invoice: string | null
  amount: number
  refunded: number
  currency: string
  created: number
  status: 'succeeded' | 'failed'
  card: string
}

/** All objects of an account, in order of creation; lists show them reversed. */
export interface AccountState {
  products: Map<string, Product>
  prices: Map<string, Price>
  /** By price: what it costs in each of its currencies, which prices show only when expanded. */
  currencyOptions: Map<string, Record<string, Stripe.Price.CurrencyOptions>>
  customers: Map<string, Customer>
  deletedCustomers: Map<string, Stripe.DeletedCustomer>
  paymentMethods: Map<string, PaymentMethod>
  sessions: Map<string, CheckoutSession>
  orders: Map<string, Order>
  subscriptions: Map<string, Subscription>
  invoices: Map<string, Invoice>
  portals: Map<string, PortalSession>
  portalConfigurations: Map<string, PortalConfiguration>
  webhookEndpoints: Map<string, WebhookEndpoint>
  charges: Map<string, Charge>
  refunds: Map<string, Refund>
  events: Map<string, Event>
  /** By subscription: the period end whose renewal was announced. */
  announced: Map<string, number>
  /** Makes ids unique to an account and its resets. */
  salt: string
  sequence: number
  /** Seconds by which the account's clock is ahead of the machine's. */
  ahead: number
}

export function emptyState(salt: string): AccountState {
  return {
    salt,
    sequence: 0,
    ahead: 0,
    products: new Map(),
    prices: new Map(),
    currencyOptions: new Map(),
    customers: new Map(),
    deletedCustomers: new Map(),
    paymentMethods: new Map(),
    sessions: new Map(),
    orders: new Map(),
    subscriptions: new Map(),
    invoices: new Map(),
    portals: new Map(),
    portalConfigurations: new Map(),
    webhookEndpoints: new Map(),
    charges: new Map(),
    refunds: new Map(),
    events: new Map(),
    announced: new Map(),
  }
}
