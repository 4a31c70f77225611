import type Stripe from 'stripe'
import type { Account } from './account.ts'
import { find } from './api-error.ts'
import { requireCustomer } from './customers.ts'
import { attachCard, type TestCardName } from './payment-methods.ts'
import type { PaymentMethod, PortalSession } from './state.ts'
import { isLive } from './subscription.ts'
import { getSubscription, updateSubscription } from './subscriptions.ts'

export function openPortal(
  account: Account,
  fields: { customer: string; return_url?: string; locale?: string; configuration?: string },
): PortalSession {
  requireCustomer(account, fields.customer, 'customer')
  const { configuration = 'bpc_default' } = fields
  if (fields.configuration)
    find(account.state.portalConfigurations, configuration, 'configuration', 'configuration')
  const id = account.id('bps')
  const session = {
    id,
    object: 'billing_portal.session',
    configuration,
    created: account.now(),
    customer: fields.customer,
    customer_account: null,
    flow: null,
    livemode: false,
    locale: fields.locale ?? null,
    on_behalf_of: null,
    return_url: fields.return_url ?? null,
    url: `${account.hostedUrl()}/p/session/${id}`,
  } satisfies Stripe.BillingPortal.Session
  return account.add<PortalSession>(account.state.portals, session, 'billing_portal.session.created')
}

export function getPortal(account: Account, id: string): PortalSession {
  return find(account.state.portals, id, 'billing_portal.session')
}

/** Makes the new card the default of the customer and of every live subscription. */
export function changeCard(account: Account, customerId: string, card: TestCardName): PaymentMethod {
  const customer = requireCustomer(account, customerId)
  const method = attachCard(account, customerId, card)
  const invoice_settings = { ...customer.invoice_settings, default_payment_method: method.id }
  account.change(account.state.customers, customer, { invoice_settings }, 'customer.updated')
  for (const subscription of account.state.subscriptions.values()) {
    if (subscription.customer === customerId && isLive(subscription)) {
      updateSubscription(account, subscription.id, { default_payment_method: method.id })
    }
  }
  return method
}

/** The portal sets `cancel_at` and leaves `cancel_at_period_end` false, as for flexible billing. */
export function cancelInPortal(account: Account, subscription: string): void {
  updateSubscription(account, subscription, { cancel_at: 'max_period_end' })
}

export function renewInPortal(account: Account, id: string): void {
  const { cancel_at_period_end } = getSubscription(account, id)
  updateSubscription(
    account,
    id,
    cancel_at_period_end ? { cancel_at_period_end: false } : { cancel_at: null },
  )
}
