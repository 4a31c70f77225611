import type { Account } from '../model/account.ts'
import { ApiError } from '../model/api-error.ts'
import { payInvoice } from '../model/billing.ts'
import { isTestCard } from '../model/payment-methods.ts'
import { cancelInPortal, changeCard, renewInPortal } from '../model/portal.ts'
import type { PortalSession } from '../model/state.ts'

/** Result of a portal button, for the page's message. */
export type Done = 'cancelled' | 'kept' | 'changed' | 'paid' | 'declined' | 'nothing'

/** Acts only on the customer's own objects. */
export function actOnPortal(account: Account, { customer }: PortalSession, form: URLSearchParams): Done {
  const subscription = account.state.subscriptions.get(form.get('subscription') ?? '')
  const invoice = account.state.invoices.get(form.get('invoice') ?? '')
  const card = form.get('card') ?? ''
  const action = form.get('action')
  if (action === 'card' && isTestCard(card)) {
    changeCard(account, customer, card)
    return 'changed'
  }
  if (action === 'pay' && invoice?.customer === customer && invoice.status === 'open') {
    return payInvoice(account, invoice.id).status === 'paid' ? 'paid' : 'declined'
  }
  if (subscription?.customer !== customer || subscription.status === 'canceled') return 'nothing'
  try {
    if (action === 'cancel') {
      cancelInPortal(account, subscription.id)
      return 'cancelled'
    }
    if (action !== 'keep') return 'nothing'
    renewInPortal(account, subscription.id)
    return 'kept'
  } catch (error) {
    if (error instanceof ApiError) return 'nothing'
    throw error
  }
}
