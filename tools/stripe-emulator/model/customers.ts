import type Stripe from 'stripe'
import type { Account } from './account.ts'
import { find, noSuch } from './api-error.ts'
import { mergeMetadata } from './metadata.ts'
import { findAttached } from './payment-methods.ts'
import type { Customer } from './state.ts'
import { endSubscription } from './subscription-end.ts'

export interface CustomerFields {
  email?: string | null
  name?: string | null
  business_name?: string
  metadata?: Record<string, string> | null
  preferred_locales?: string[]
  invoice_settings?: { default_payment_method?: string }
}

export function createCustomer(account: Account, fields: CustomerFields): Customer {
  const id = account.id('cus')
  const customer = {
    id,
    object: 'customer',
    address: null,
    balance: 0,
    created: account.now(),
    currency: null,
    customer_account: null,
    default_source: null,
    delinquent: false,
    description: null,
    email: fields.email ?? null,
    invoice_prefix: id.slice(-8).toUpperCase(),
    invoice_settings: {
      custom_fields: null,
      default_payment_method: null,
      footer: null,
      rendering_options: null,
    },
    livemode: false,
    metadata: mergeMetadata({}, fields.metadata),
    name: fields.name ?? null,
    next_invoice_sequence: 1,
    phone: null,
    preferred_locales: fields.preferred_locales ?? [],
    shipping: null,
    tax_exempt: 'none',
    test_clock: null,
  } satisfies Stripe.Customer
  return account.add<Customer>(account.state.customers, customer, 'customer.created')
}

/** A deleted customer is returned as a stub. */
export function getCustomer(account: Account, id: string): Customer | Stripe.DeletedCustomer {
  const customer = account.state.customers.get(id) ?? account.state.deletedCustomers.get(id)
  if (!customer) throw noSuch('customer', id)
  return customer
}

/** @param param name of the parameter with the id; omitted for an id in the path */
export function requireCustomer(account: Account, id: string, param?: string): Customer {
  return find(account.state.customers, id, 'customer', param)
}

export function updateCustomer(account: Account, id: string, fields: CustomerFields): Customer {
  const customer = requireCustomer(account, id)
  const { metadata, invoice_settings, ...plain } = fields
  const card = invoice_settings?.default_payment_method
  if (card) findAttached(account, card, id, 'invoice_settings[default_payment_method]')
  const given = Object.fromEntries(Object.entries(plain).filter(([, value]) => value !== undefined))
  return account.change(
    account.state.customers,
    customer,
    {
      ...given,
      metadata: mergeMetadata(customer.metadata, metadata),
      invoice_settings: {
        ...customer.invoice_settings,
        ...(card !== undefined && { default_payment_method: card }),
      },
    },
    'customer.updated',
  )
}

/** Ends the customer's subscriptions at once, as Stripe does. */
export function deleteCustomer(account: Account, id: string): Stripe.DeletedCustomer {
  const customer = requireCustomer(account, id)
  for (const subscription of account.state.subscriptions.values()) {
    if (subscription.customer === id && subscription.status !== 'canceled') {
      endSubscription(account, subscription, 'cancellation_requested')
    }
  }
  const stub = { id, object: 'customer', deleted: true } satisfies Stripe.DeletedCustomer
  account.state.customers.delete(id)
  account.state.deletedCustomers.set(id, stub)
  account.emit('customer.deleted', customer)
  return stub
}
