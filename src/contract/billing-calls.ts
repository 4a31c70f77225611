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
import { anyone, member } from './call.ts'

export const stripeSession = member.get('/api/payment/stripe-session', {
  does: 'Opens a checkout at Stripe; browsers go on to its `url`.',
  query: StripeSessionQuery,
  answer: CheckoutSession,
  errors: ['badPlan', 'alreadyPro', 'paymentsOff', 'paymentFailed'],
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
  query: PlanChangeQuery,
  answer: PlanChange,
  errors: ['planNotChangeable', 'paymentsOff', 'paymentFailed'],
  within: 'chargingAnswer',
})

/** The card is charged meanwhile: its limit is longer than that of the call to Stripe. */
export const changePlan = member.put('/api/payment/plan-change', {
  does: 'Changes the plan for the confirmed amounts.',
  body: PlanChangeInput,
  answer: MembershipState,
  errors: ['planNotChangeable', 'previewOutdated', 'cardDeclined', 'paymentsOff', 'paymentFailed'],
  within: 'chargingAnswer',
})

export const syncPayment = member.post('/api/payment/sync', {
  does: 'Takes the result of the caller’s checkout from Stripe, so that membership does not wait for a webhook.',
  body: SyncInput,
  answer: MembershipState,
  errors: ['notFound', 'paymentsOff', 'paymentFailed'],
})

export const customerPortal = member.post('/api/payment/portal', {
  does: 'A link to Stripe’s customer portal, for cards and invoices.',
  query: PortalQuery,
  answer: PortalAnswer,
  errors: ['notFound', 'paymentsOff', 'paymentFailed'],
})

/** Takes the raw bytes, which Stripe has signed. */
export const stripeWebhook = anyone.post('/api/payment/stripe-webhook', {
  does: 'Where Stripe reports events.',
  answer: WebhookAnswer,
  errors: ['notFound', 'webhookInvalid'],
  bodyBytes: 256 * 1024,
})
