import type Stripe from 'stripe'
import { AppError } from '#contract/errors.ts'
import type { PaymentsConfig } from '#server/config/payments-config.ts'
import type { Deps } from '#server/deps.ts'
import { PlanPrices } from './checkout/plan-prices.ts'
import { openStripe } from './open-stripe.ts'

/** Stripe, when something is sold. */
export interface OpenPayments {
  mode: 'test' | 'live'
  /** Stripe's library, loaded on first use. */
  stripe(): Promise<Stripe>
  prices: PlanPrices
  webhookSecrets: readonly string[]
  automaticTax: boolean
  invoiceFooter?: string
}

export type Payments = { mode: 'off' } | OpenPayments

/** What the use cases of billing get. */
export type BillingDeps = Pick<Deps, 'db' | 'log' | 'now' | 'site' | 'payments' | 'events'>

/** Does not load Stripe's library yet. */
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
  }
}

/** @throws AppError('paymentsOff') when nothing is sold */
export function paymentsOf({ payments }: Pick<Deps, 'payments'>): OpenPayments {
  if (payments.mode === 'off') throw new AppError('paymentsOff')
  return payments
}
