import type Stripe from 'stripe'
import type { Account } from './account.ts'
import { ApiError, find } from './api-error.ts'
import type { PaymentMethod } from './state.ts'

/** Result of charging a card: by its owner on a page, or later by the clock. */
interface TestCard {
  last4: string
  brand: string
  now: 'pays' | 'generic_decline' | 'insufficient_funds'
  later: 'pays' | 'generic_decline' | 'insufficient_funds'
}

/** Stripe's test numbers by last digits. Here 0341 pays once, so that a renewal can fail. */
export const TEST_CARDS = {
  pays: { last4: '4242', brand: 'visa', now: 'pays', later: 'pays' },
  declines: { last4: '0002', brand: 'visa', now: 'generic_decline', later: 'generic_decline' },
  insufficientFunds: { last4: '9995', brand: 'visa', now: 'insufficient_funds', later: 'insufficient_funds' },
  declinesRenewals: { last4: '0341', brand: 'visa', now: 'pays', later: 'generic_decline' },
  paysToo: { last4: '4444', brand: 'mastercard', now: 'pays', later: 'pays' },
} as const satisfies Record<string, TestCard>

export type TestCardName = keyof typeof TEST_CARDS

export function isTestCard(name: string): name is TestCardName {
  return Object.hasOwn(TEST_CARDS, name)
}

/** The decline code, or undefined if the card pays. */
export function declineCode(card: { last4: string }, when: 'now' | 'later'): string | undefined {
  const known: TestCard | undefined = Object.values(TEST_CARDS).find(({ last4 }) => last4 === card.last4)
  const outcome = known?.[when] ?? 'generic_decline'
  return outcome === 'pays' ? undefined : outcome
}

/** Saves a card with the customer. */
export function attachCard(account: Account, customer: string, name: TestCardName): PaymentMethod {
  const method = newCard(account, customer, TEST_CARDS[name])
  return account.add(account.state.paymentMethods, method, 'payment_method.attached')
}

/** @throws if the method does not exist or belongs to another customer */
export function findAttached(account: Account, id: string, customer: string, param: string): PaymentMethod {
  const method = find(account.state.paymentMethods, id, 'PaymentMethod', param)
  if (method.customer !== customer) {
    const message = `The customer does not have a payment method with the ID ${id}.`
    throw new ApiError(400, { type: 'invalid_request_error', message, param })
  }
  return method
}

function newCard(account: Account, customer: string, { last4, brand }: TestCard): PaymentMethod {
  const owner = account.state.customers.get(customer)
  return {
    id: account.id('pm'),
    object: 'payment_method',
    allow_redisplay: 'limited',
    billing_details: {
      address: null,
      email: owner?.email ?? null,
      name: owner?.name ?? null,
      phone: null,
      tax_id: null,
    },
    card: {
      brand,
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
      country: 'US',
      display_brand: brand,
      exp_month: 12,
      exp_year: new Date(account.now() * 1000).getUTCFullYear() + 3,
      fingerprint: `test${last4}`,
      funding: 'credit',
      generated_from: null,
      last4,
      networks: { available: [brand], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created: account.now(),
    customer,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: 'card',
  } satisfies Stripe.PaymentMethod
}
