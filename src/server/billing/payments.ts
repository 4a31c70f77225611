import type Stripe from 'stripe'
import { AppError } from '#contract/errors.ts'
import type { PaymentsConfig } from '#server/config/payments-config.ts'
import type { Deps } from '#server/deps.ts'
import { PlanPrices } from './checkout/plan-prices.ts'
import { Bell } from './inbox/bell.ts'
import { openStripe } from './open-stripe.ts'

/** What the product needs of Stripe where it sells. */
export interface OpenPayments {
  mode: 'test' | 'live'
  /** The library; loaded when it is first asked for. */
  stripe(): Promise<Stripe>
  prices: PlanPrices
  webhookSecrets: readonly string[]
  automaticTax: boolean
  invoiceFooter?: string
  /** Rung when the inbox of webhooks has got something. */
  inbox: Bell
}

export type Payments = { mode: 'off' } | OpenPayments

/** What the use cases of billing are handed. */
export type BillingDeps = Pick<Deps, 'db' | 'log' | 'now' | 'site' | 'payments'>

/** Loads nothing of Stripe yet, and nothing at all where nothing is sold. */
export function openPayments(
  config: PaymentsConfig,
  stripe: () => Promise<Stripe> = openStripe(config),
): Payments {
  if (config.mode === 'off') return { mode: 'off' }
  const { mode, webhookSecrets, automaticTax, invoiceFooter } = config
  return {
    mode,
    stripe,
    prices: new PlanPrices(stripe),
    webhookSecrets,
    automaticTax,
    ...(invoiceFooter && { invoiceFooter }),
    inbox: new Bell(),
  }
}

/** @throws AppError('paymentsOff') where nothing is sold */
export function paymentsOf({ payments }: Pick<Deps, 'payments'>): OpenPayments {
  if (payments.mode === 'off') throw new AppError('paymentsOff')
  return payments
}
