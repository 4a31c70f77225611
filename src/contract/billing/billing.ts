import * as z from 'zod/mini'
import { MEMBERSHIPS } from '#domain/membership/membership.ts'
import { PLANS } from '#domain/membership/price.ts'

/** `url`: the hosted checkout page. */
export const CheckoutSession = z.object({ session_id: z.string(), url: z.string() })
export type CheckoutSession = z.infer<typeof CheckoutSession>

/** What is sold in a currency; amounts in its smallest unit. */
export const Offer = z.object({
  currency: z.string(),
  amounts: z.partialRecord(z.enum(PLANS), z.number()),
  /** Whether taxes come on top. */
  taxed: z.boolean(),
  /** Free days of each plan that has some, for who was never a member. */
  trials: z.optional(z.partialRecord(z.enum(PLANS), z.number())),
})

/** A membership as the account page shows it, and the actions it allows. */
export const MembershipState = z.object({
  membership: z.enum(MEMBERSHIPS),
  /** What the membership is based on; null for a free member. */
  ground: z.nullable(z.enum(['subscription', 'tester', 'granted', 'admin'])),
  /** Plan of the subscription; null without one. */
  plan: z.nullable(z.enum(PLANS)),
  /** End of the paid or granted period; null if there is none. */
  until: z.nullable(z.iso.datetime()),
  /** Whether another period follows `until`. */
  renews: z.boolean(),
  /** Free until `until`, when the first charge comes. */
  trial: z.boolean(),
  /** What a period costs from a coming charge on, if that is new to the member. */
  next_price: z.nullable(z.object({ amount: z.number(), currency: z.string(), from: z.iso.datetime() })),
  /** Whether an early tester's licence or a grant gives access after the subscription. */
  stays: z.boolean(),
  /** The card failed: access ends 7 days later unless it is paid. */
  past_due: z.boolean(),
  can_cancel: z.boolean(),
  /** Whether a plan with another period can be chosen now. */
  can_change: z.boolean(),
  /** Cancelled, but still inside the paid period. */
  can_resume: z.boolean(),
  /** Whether a plan's free days are for them: they were never a member. */
  may_try: z.boolean(),
  /** Whether the member can open Stripe's customer portal. */
  has_portal: z.boolean(),
})
export type MembershipState = z.infer<typeof MembershipState>

/** Amounts in the currency's smallest unit: due = price − credit − discount + tax − balance, but at least 0. */
export const PlanChange = z.object({
  plan: z.enum(PLANS),
  currency: z.string(),
  /** A period of the new plan. */
  price: z.number(),
  /** For the unused part of the old plan. */
  credit: z.number(),
  discount: z.number(),
  tax: z.number(),
  /** Credit from before. */
  balance: z.number(),
  due: z.number(),
  /** Credit left for later payments. */
  credit_left: z.number(),
  /** End of the period that begins with the change. */
  until: z.iso.datetime(),
  /** The old plan counts up to this Unix second; sent back to confirm these amounts. */
  proration_date: z.number(),
})
export type PlanChange = z.infer<typeof PlanChange>

export const PlanChangeInput = z.object({ price: z.enum(PLANS), proration_date: z.int() })
export type PlanChangeInput = z.infer<typeof PlanChangeInput>
