import * as z from 'zod/mini'
import { LOCALES } from '#domain/address/locale-path.ts'
import { MEMBERSHIPS } from '#domain/membership/membership.ts'
import { MAX_REFERRAL_LENGTH, PLANS } from '#domain/membership/price.ts'

/** The language of the page, to which one comes back; where absent, that of the member's mails. */
const locale = z.optional(z.enum(LOCALES))

/** A `price` that is no plan is AppError('badPlan'), which the endpoint tells apart from the rest. */
export const StripeSessionQuery = z.object({
  price: z.enum(PLANS),
  referral: z._default(z.optional(z.string().check(z.maxLength(MAX_REFERRAL_LENGTH))), ''),
  locale,
})

export const PortalQuery = z.object({ locale })

/** `url` is the hosted page that the browser goes to. */
export const CheckoutSession = z.object({ session_id: z.string(), url: z.string() })
export type CheckoutSession = z.infer<typeof CheckoutSession>

/** What the account page says of a membership, and what may be done with it. */
export const MembershipState = z.object({
  membership: z.enum(MEMBERSHIPS),
  /** What the membership rests on; null for a free member. */
  ground: z.nullable(z.enum(['subscription', 'tester', 'granted', 'admin'])),
  /** Of the subscription; null without one. */
  plan: z.nullable(z.enum(PLANS)),
  /** End of the paid period, or of what was granted; null where there is none. */
  until: z.nullable(z.iso.datetime()),
  /** Whether `until` is followed by another period. */
  renews: z.boolean(),
  /** A card that failed: access ends 7 days after it did, unless it is paid. */
  past_due: z.boolean(),
  can_cancel: z.boolean(),
  /** Cancelled, and still inside the paid period. */
  can_resume: z.boolean(),
  /** Whether cards and invoices can be seen at Stripe. */
  has_portal: z.boolean(),
})
export type MembershipState = z.infer<typeof MembershipState>

export const SyncInput = z.object({ session_id: z.string().check(z.regex(/^cs_[A-Za-z0-9_]{1,250}$/)) })
