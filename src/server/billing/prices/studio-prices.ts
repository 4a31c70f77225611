import { AppError } from '#contract/errors.ts'
import type { StudioPrices } from '#contract/studio/shop/prices.ts'
import type { Person } from '#domain/membership/membership.ts'
import type { Plan } from '#domain/membership/price.ts'
import { paymentsOf } from '#server/billing/payments.ts'
import { forVisitor, isStripeFailure } from '#server/billing/stripe-failure.ts'
import type { BillingDeps, Deps } from '#server/deps.ts'
import { startMove, stopMove } from './move-members.ts'
import { listOffers } from './offers.ts'
import { pricesPaid } from './prices-paid.ts'
import { setPrice } from './set-price.ts'

/** Several calls to Stripe. */
const TIMEOUT_MS = 9_500

/** What the room shows. */
export async function studioPrices(deps: Pick<Deps, 'db' | 'payments'>): Promise<StudioPrices> {
  return { mode: deps.payments.mode, offers: await listOffers(deps), paid: await pricesPaid(deps) }
}

interface Change {
  plan: Plan
  amounts: readonly { currency: string; amount: number }[]
  trial_days?: number | undefined
  by: Person
}

/** @throws AppError('stripeRefused') with Stripe's reason, such as a right that a restricted key lacks; 'paymentsOff', 'paymentFailed' */
export async function changePrice(
  deps: BillingDeps,
  { plan, amounts, trial_days, by }: Change,
): Promise<void> {
  const given = Object.fromEntries(amounts.map(({ currency, amount }) => [currency, amount]))
  await forVisitor(
    paymentsOf(deps).breaker,
    () => setPrice(deps, { plan, amounts: given, trialDays: trial_days, by }).catch(refused),
    TIMEOUT_MS,
  )
}

/** @throws AppError('notFound') if new members pay the same, 'paymentsOff' */
export async function moveOrStop(deps: BillingDeps, { on, ...paid }: Move): Promise<void> {
  paymentsOf(deps)
  await (on ? startMove : stopMove)(deps, paid)
}

type Move = Parameters<typeof startMove>[1] & { on: boolean }

/** @throws AppError('stripeRefused') with Stripe's reason, or the error of a Stripe that is away */
export function refused(error: unknown): never {
  if (!isStripeFailure(error) || (error.statusCode ?? 500) >= 500) throw error
  throw new AppError('stripeRefused', '', { cause: error, fields: { reason: error.message } })
}
