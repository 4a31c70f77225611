import type Stripe from 'stripe'
import type { Account } from './account.ts'
import { invalidRequest, noSuch } from './api-error.ts'
import { mergeMetadata } from './metadata.ts'
import type { Charge, Refund } from './state.ts'

export interface RefundFields {
  charge?: string
  payment_intent?: string
  /** In the currency's smallest unit; default: all that is left. */
  amount?: number
  reason?: 'duplicate' | 'fraudulent' | 'requested_by_customer'
  metadata?: Record<string, string> | null
}

/** Refunds at most what was paid. */
export function refund(account: Account, fields: RefundFields): Refund {
  const charge = chargeOf(account, fields)
  const left = charge.amount - charge.refunded
  const amount = fields.amount ?? left
  if (left === 0) {
    throw invalidRequest(`Charge ${charge.id} has already been refunded.`, {
      code: 'charge_already_refunded',
    })
  }
  if (amount <= 0 || amount > left) {
    const message = `Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`
    throw invalidRequest(message, { param: 'amount' })
  }
  account.state.charges.set(charge.id, { ...charge, refunded: charge.refunded + amount })
  const refunded = newRefund(account, charge, amount, fields)
  return account.add(account.state.refunds, refunded, 'refund.created')
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

function newRefund(account: Account, charge: Charge, amount: number, fields: RefundFields): Refund {
  return {
    id: account.id('re'),
    object: 'refund',
    amount,
    balance_transaction: null,
    charge: charge.id,
    created: account.timeOf(charge.customer),
    currency: charge.currency,
    customer: charge.customer,
    customer_account: null,
    metadata: mergeMetadata({}, fields.metadata),
    payment_intent: charge.payment_intent,
    payment_method: null,
    reason: fields.reason ?? null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: 'succeeded',
    transfer_reversal: null,
  } satisfies Stripe.Refund
}
