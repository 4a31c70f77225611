import * as z from 'zod/mini'
import { MAX_TRIAL_DAYS, PLANS } from '#domain/membership/price.ts'
import { Offer } from '../../billing/billing.ts'

/** What is sold, and what members pay; amounts in the currency's smallest unit. */
export const StudioPrices = z.object({
  /** `off`: Stripe is not set up. */
  mode: z.enum(['off', 'test', 'live']),
  offers: z.array(Offer),
  paid: z.array(
    z.object({
      plan: z.string(),
      currency: z.string(),
      amount: z.number(),
      members: z.number(),
      /** Whether new members pay something else. */
      isOld: z.boolean(),
      /** What new members pay in this currency; null if nothing is sold in it. */
      to: z.nullable(z.number()),
      /** Members on their way there, and those who could not be moved. */
      moving: z.number(),
      failed: z.number(),
    }),
  ),
})
export type StudioPrices = z.infer<typeof StudioPrices>

const currency = z.string().check(z.regex(/^[a-z]{3}$/))
const amount = z.int().check(z.minimum(1), z.maximum(99_999_999_999))

export const PlanPath = z.object({ plan: z.enum(PLANS) })

/** Members who pay this amount; `on`: move them, else leave those whom Stripe has not moved. */
export const Move = z.object({ currency, amount, on: z.boolean() })

/** The first is the price's own currency. */
export const NewAmounts = z.object({
  amounts: z
    .array(
      z.object({
        currency,
        amount,
      }),
    )
    .check(z.minLength(1), z.maxLength(50)),
  /** Free days for new members; left out: as they are. */
  trial_days: z.optional(z.int().check(z.minimum(0), z.maximum(MAX_TRIAL_DAYS))),
})

/** What a shop needs at Stripe: what "Set up Stripe" makes, then what a restricted key must be allowed. */
const STRIPE_PARTS = [
  ...PLANS,
  ...([
    'webhook',
    'portal',
    'customers',
    'checkout',
    'subscriptions',
    'invoices',
    'refunds',
    'events',
  ] as const),
] as const
export type StripePart = (typeof STRIPE_PARTS)[number]

/** `ask`: a price needs amounts; `stuck`: the environment's secret is of no webhook; `denied`: the key lacks the right. */
const STRIPE_ACTS = ['create', 'change', 'replace', 'leave', 'ask', 'stuck', 'denied'] as const

export type StripeAct = (typeof STRIPE_ACTS)[number]

const StripeStep = z.object({ part: z.enum(STRIPE_PARTS), act: z.enum(STRIPE_ACTS) })
export type StripeStep = z.infer<typeof StripeStep>
export const StripePlan = z.object({ steps: z.array(StripeStep) })
export type StripePlan = z.infer<typeof StripePlan>
