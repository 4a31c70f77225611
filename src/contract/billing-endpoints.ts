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

/** Takes a cancellation back while the paid period lasts. */
export const resumeMembership: Endpoint<void, MembershipState> = {
  method: 'PUT',
  path: () => '/api/payment/resume-membership',
}

/** Asks Stripe what became of the buyer's own checkout session, so that membership does not wait for a webhook. */
export const syncPayment: Endpoint<{ session_id: string }, MembershipState> = {
  method: 'POST',
  path: () => '/api/payment/sync',
  body: (input) => input,
}

/** A link to Stripe's page of cards and invoices. */
export const customerPortal: Endpoint<{ locale: Locale }, { url: string }> = {
  method: 'POST',
  path: ({ locale }) => `/api/payment/portal?locale=${locale}`,
}
