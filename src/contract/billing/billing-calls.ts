import * as z from 'zod/mini'
import { LOCALES } from '#domain/address/locale-path.ts'
import { MAX_REFERRAL_LENGTH, MAX_TRIAL_DAYS, PLANS } from '#domain/membership/price.ts'
import { anyone, member } from '../call.ts'
import { wholeNumber } from '../clips/clips.ts'
import { CheckoutSession, MembershipState, Offer, PlanChange, PlanChangeInput } from './billing.ts'

/** Language of the page to return to; default: that of the member's mails. */
const locale = z.optional(z.enum(LOCALES))

export const prices = anyone.get('/api/payment/prices', {
  does: 'What each plan costs, by currency, the default one first; empty if nothing is sold.',
  answer: z.object({ offers: z.array(Offer) }),
  cache: { maxAge: 60, swr: 60, tags: ['prices'] },
})

/** An unknown `price` has an error of its own. */
export const stripeSession = member.get('/api/payment/stripe-session', {
  does: 'Opens a checkout at Stripe; browsers go on to its `url`.',
  more: 'With another `amount` than it costs by now, `PREVIEW_OUTDATED`.',
  example: { price: 'pro_yearly' },
  query: z.object({
    price: z._default(z.optional(z.string()), ''),
    referral: z._default(z.optional(z.string().check(z.maxLength(MAX_REFERRAL_LENGTH))), ''),
    locale,
    currency: z.optional(z.string().check(z.regex(/^[a-z]{3}$/))),
    /** What was confirmed; refused if it is another by now. */
    amount: z.optional(wholeNumber(Number.MAX_SAFE_INTEGER)),
    /** The free days that were confirmed, 0 for none; likewise. */
    trial: z.optional(wholeNumber(MAX_TRIAL_DAYS)),
  }),
  answer: CheckoutSession,
  errors: ['badPlan', 'previewOutdated', 'alreadyPro', 'paymentsOff', 'paymentFailed'],
  changes: true,
})

export const membershipState = member.get('/api/user/membership', {
  does: 'The caller’s membership, and what may be done with it.',
  answer: MembershipState,
})

export const cancelMembership = member.put('/api/payment/cancel-membership', {
  does: 'Ends the subscription with its paid period, an early tester’s or granted membership at once.',
  answer: MembershipState,
  errors: ['nothingToCancel', 'paymentsOff', 'paymentFailed'],
})

export const resumeMembership = member.put('/api/payment/resume-membership', {
  does: 'Undoes a cancellation during the paid period.',
  answer: MembershipState,
  errors: ['nothingToCancel', 'paymentsOff', 'paymentFailed'],
})

export const planChange = member.get('/api/payment/plan-change', {
  does: 'What a change to a plan would cost now.',
  example: { price: 'pro_yearly' },
  query: z.object({ price: z.enum(PLANS) }),
  answer: PlanChange,
  errors: ['planNotChangeable', 'paymentsOff', 'paymentFailed'],
  within: 'chargingAnswer',
})

/** The card is charged meanwhile: its limit is longer than that of the call to Stripe. */
export const changePlan = member.put('/api/payment/plan-change', {
  does: 'Changes the plan for the confirmed amounts.',
  more: '`proration_date` comes from the question before and is at most 15 minutes old, else `PREVIEW_OUTDATED`.',
  example: { price: 'pro_yearly', proration_date: 1_790_000_000 },
  body: PlanChangeInput,
  answer: MembershipState,
  errors: ['planNotChangeable', 'previewOutdated', 'cardDeclined', 'paymentsOff', 'paymentFailed'],
  within: 'chargingAnswer',
})

export const syncPayment = member.post('/api/payment/sync', {
  does: 'Takes the result of the caller’s checkout from Stripe, so that membership does not wait for a webhook.',
  example: { session_id: 'cs_test_a1B2c3D4' },
  body: z.object({ session_id: z.string().check(z.regex(/^cs_[A-Za-z0-9_]{1,250}$/)) }),
  answer: MembershipState,
  errors: ['notFound', 'paymentsOff', 'paymentFailed'],
})

export const customerPortal = member.post('/api/payment/portal', {
  does: 'A link to Stripe’s customer portal, for cards and invoices.',
  query: z.object({ locale }),
  answer: z.object({ url: z.string() }),
  errors: ['notFound', 'paymentsOff', 'paymentFailed'],
})

/** Takes the raw bytes, which Stripe has signed. */
export const stripeWebhook = anyone.post('/api/payment/stripe-webhook', {
  does: 'Where Stripe reports events.',
  answer: z.object({ received: z.literal(true) }),
  errors: ['notFound', 'webhookInvalid'],
  bodyBytes: 256 * 1024,
})
