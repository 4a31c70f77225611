import * as z from 'zod/mini'
import { MAX_TRIAL_DAYS, PLANS } from '#domain/membership/price.ts'
import { Offer } from '../billing.ts'

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
