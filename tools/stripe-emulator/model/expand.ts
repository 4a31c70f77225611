import type Stripe from 'stripe'
import type { Account } from './account.ts'
import { invalidRequest } from './api-error.ts'
import type { AccountState, Invoice } from './state.ts'

type Expandable = Record<string, unknown>
const MAX_DEPTH = 4

/** A copy in which the ids at paths such as `items.data.price.product` are replaced by the objects. */
export function expandObject(account: Account, object: object, paths: string[]): object {
  return paths.reduce((result: object, path) => {
    const steps = path.split('.')
    if (steps.length > MAX_DEPTH) {
      throw invalidRequest(`You cannot expand more than 4 levels of a property. Property: ${path}`, {
        param: 'expand',
      })
    }
    return expandAlong(account, result as Expandable, steps, path)
  }, object)
}

function expandAlong(account: Account, object: Expandable, steps: string[], path: string): Expandable {
  const [step, ...rest] = steps
  if (step === undefined) return object
  const value = object[step] ?? included(account, object, step)
  if (value === null) return object
  if (value === undefined) {
    throw invalidRequest(`This property cannot be expanded (${path}).`, { param: 'expand' })
  }
  if (Array.isArray(value)) {
    return { ...object, [step]: value.map((each) => expandAlong(account, each, rest, path)) }
  }
  const resolved = typeof value === 'string' ? lookUp(account.state, value) : value
  if (resolved === undefined || typeof resolved !== 'object') {
    throw invalidRequest(`This property cannot be expanded (${path}).`, { param: 'expand' })
  }
  return { ...object, [step]: expandAlong(account, resolved as Expandable, rest, path) }
}

/** Properties that exist only when expanded. */
function included(account: Account, { object, id }: Expandable, property: string): object | null | undefined {
  if (object === 'price' && property === 'currency_options')
    return account.state.currencyOptions.get(String(id)) ?? null
  // Kept with the session only.
  if (object === 'customer' && property === 'tax_ids') return list(`/v1/customers/${id}/tax_ids`, [])
  if (object === 'invoice' && property === 'payments') {
    const invoice = account.state.invoices.get(String(id))
    return list('/v1/invoice_payments', invoice ? payments(account, invoice) : [])
  }
  return undefined
}

function list<T>(url: string, data: T[]): Stripe.ApiList<T> {
  return { object: 'list', data, has_more: false, url }
}

function payments(account: Account, invoice: Invoice): Stripe.InvoicePayment[] {
  return [...account.state.charges.values()]
    .filter((charge) => charge.invoice === invoice.id && charge.status === 'succeeded')
    .map(
      (charge) =>
        ({
          id: charge.id.replace('ch_', 'inpay_'),
          object: 'invoice_payment',
          amount_paid: charge.amount,
          amount_requested: charge.amount,
          created: charge.created,
          currency: charge.currency,
          invoice: invoice.id,
          is_default: true,
          livemode: false,
          payment: { type: 'payment_intent', payment_intent: charge.payment_intent },
          status: 'paid',
          status_transitions: { canceled_at: null, paid_at: charge.created },
        }) satisfies Stripe.InvoicePayment,
    )
}

const COLLECTION_OF: Record<string, keyof AccountState> = {
  cus: 'customers',
  sub: 'subscriptions',
  in: 'invoices',
  pm: 'paymentMethods',
  price: 'prices',
  prod: 'products',
}

function lookUp(state: AccountState, id: string): object | undefined {
  const collection = COLLECTION_OF[id.slice(0, id.indexOf('_'))]
  if (!collection) return undefined
  return (state[collection] as Map<string, object>).get(id) ?? state.deletedCustomers.get(id)
}
