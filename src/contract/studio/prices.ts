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
    }),
  ),
})
export type StudioPrices = z.infer<typeof StudioPrices>

export const PlanPath = z.object({ plan: z.enum(PLANS) })

/** The first is the price's own currency. */
export const NewAmounts = z.object({
  amounts: z
    .array(
      z.object({
        currency: z.string().check(z.regex(/^[a-z]{3}$/)),
        amount: z.int().check(z.minimum(1), z.maximum(99_999_999_999)),
      }),
    )
    .check(z.minLength(1), z.maxLength(50)),
  /** Free days for new members; left out: as they are. */
  trial_days: z.optional(z.int().check(z.minimum(0), z.maximum(MAX_TRIAL_DAYS))),
})
