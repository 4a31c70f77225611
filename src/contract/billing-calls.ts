import {
  CheckoutSession,
  MembershipState,
  PlanChange,
  PlanChangeInput,
  PlanChangeQuery,
  PortalAnswer,
  PortalQuery,
  StripeSessionQuery,
  SyncInput,
  WebhookAnswer,
} from './billing.ts'
import { get, post, put } from './call.ts'

export const stripeSession = get('/api/payment/stripe-session', {
  does: 'Opens a checkout at Stripe; browsers go on to its `url`.',
  may: 'member',
  query: StripeSessionQuery,
  answer: CheckoutSession,
  errors: ['badPlan', 'alreadyPro', 'paymentsOff', 'paymentFailed'],
  changes: true,
})

export const membershipState = get('/api/user/membership', {
  does: 'The caller’s membership, and what may be done with it.',
  may: 'member',
  answer: MembershipState,
})

export const cancelMembership = put('/api/payment/cancel-membership', {
  does: 'Ends the subscription with its paid period, an early tester’s or granted membership at once.',
  may: 'member',
  answer: MembershipState,
  errors: ['nothingToCancel', 'paymentsOff', 'paymentFailed'],
})

export const resumeMembership = put('/api/payment/resume-membership', {
  does: 'Undoes a cancellation during the paid period.',
  may: 'member',
  answer: MembershipState,
  errors: ['nothingToCancel', 'paymentsOff', 'paymentFailed'],
})

export const planChange = get('/api/payment/plan-change', {
  does: 'What a change to a plan would cost now.',
  may: 'member',
  query: PlanChangeQuery,
  answer: PlanChange,
  errors: ['planNotChangeable', 'paymentsOff', 'paymentFailed'],
  within: 'chargingAnswer',
})

/** The card is charged meanwhile: its limit is longer than that of the call to Stripe. */
export const changePlan = put('/api/payment/plan-change', {
  does: 'Changes the plan for the confirmed amounts.',
  may: 'member',
  body: PlanChangeInput,
  answer: MembershipState,
  errors: ['planNotChangeable', 'previewOutdated', 'cardDeclined', 'paymentsOff', 'paymentFailed'],
  within: 'chargingAnswer',
})

export const syncPayment = post('/api/payment/sync', {
  does: 'Takes the result of the caller’s checkout from Stripe, so that membership does not wait for a webhook.',
  may: 'member',
  body: SyncInput,
  answer: MembershipState,
  errors: ['notFound', 'paymentsOff', 'paymentFailed'],
})

export const customerPortal = post('/api/payment/portal', {
  does: 'A link to Stripe’s customer portal, for cards and invoices.',
  may: 'member',
  query: PortalQuery,
  answer: PortalAnswer,
  errors: ['notFound', 'paymentsOff', 'paymentFailed'],
})

/** Takes the raw bytes, which Stripe has signed. */
export const stripeWebhook = post('/api/payment/stripe-webhook', {
  does: 'Where Stripe reports events.',
  may: 'anyone',
  answer: WebhookAnswer,
  errors: ['notFound', 'webhookInvalid'],
  bodyBytes: 256 * 1024,
})
