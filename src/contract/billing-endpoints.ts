import type { Locale } from '#domain/address/locale-path.ts'
import type { CheckoutSession, MembershipState } from './billing.ts'
import type { Endpoint } from './request.ts'

export const stripeSession: Endpoint<{ price: string; referral: string; locale: Locale }, CheckoutSession> = {
  method: 'GET',
  path: (input) => `/api/payment/stripe-session?${new URLSearchParams(input)}`,
}

export const membershipState: Endpoint<void, MembershipState> = {
  method: 'GET',
  path: () => '/api/user/membership',
}

export const cancelMembership: Endpoint<void, MembershipState> = {
  method: 'PUT',
  path: () => '/api/payment/cancel-membership',
}

/** Undoes a cancellation during the paid period. */
export const resumeMembership: Endpoint<void, MembershipState> = {
  method: 'PUT',
  path: () => '/api/payment/resume-membership',
}

/** Syncs the buyer's own checkout session with Stripe, so that membership does not wait for a webhook. */
export const syncPayment: Endpoint<{ session_id: string }, MembershipState> = {
  method: 'POST',
  path: () => '/api/payment/sync',
  body: (input) => input,
}

/** A link to Stripe's customer portal (cards and invoices). */
export const customerPortal: Endpoint<{ locale: Locale }, { url: string }> = {
  method: 'POST',
  path: ({ locale }) => `/api/payment/portal?locale=${locale}`,
}
