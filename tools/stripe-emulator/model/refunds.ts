import type Stripe from 'stripe'
import type { Account } from './account.ts'
import { invalidRequest, noSuch } from './api-error.ts'
import type { Charge, Refund } from './state.ts'

export interface RefundFields {
  charge?: string
  payment_intent?: string
  reason?: 'duplicate' | 'requested_by_customer'
}

/** Refunds a whole charge. */
export function refund(account: Account, fields: RefundFields): Refund {
  const charge = chargeOf(account, fields)
  if (charge.refunded > 0) {
    throw invalidRequest(`Charge ${charge.id} has already been refunded.`, {
      code: 'charge_already_refunded',
    })
  }
  account.state.charges.set(charge.id, { ...charge, refunded: charge.amount })
  return account.add(account.state.refunds, newRefund(account, charge, fields), 'refund.created')
}

function chargeOf(account: Account, { charge, payment_intent }: RefundFields): Charge {
  const found = [...account.state.charges.values()].find(
    (each) => each.status === 'succeeded' && (each.id === charge || each.payment_intent === payment_intent),
  )
  if (found) return found
  if (charge) throw noSuch('charge', charge, 'charge')
  if (payment_intent) throw noSuch('payment_intent', payment_intent, 'payment_intent')
  throw invalidRequest(
    'One of the following params should be provided for this request: payment_intent or charge.',
  )
}

function newRefund(account: Account, charge: Charge, { reason }: RefundFields): Refund {
  return {
    id: account.id('re'),
    object: 'refund',
    amount: charge.amount,
    balance_transaction: null,
    charge: charge.id,
    created: account.now(),
    currency: charge.currency,
    customer: charge.customer,
    customer_account: null,
    metadata: {},
    payment_intent: charge.payment_intent,
    payment_method: null,
    reason: reason ?? null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: 'succeeded',
    transfer_reversal: null,
  } satisfies Stripe.Refund
}
