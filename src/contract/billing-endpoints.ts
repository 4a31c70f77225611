import type { Locale } from '#domain/address/locale-path.ts'
import type { Plan } from '#domain/membership/price.ts'
import type { CheckoutSession, MembershipState, PlanChange, PlanChangeInput } from './billing.ts'
import { get, post, put } from './request.ts'

export const stripeSession = get<{ price: string; referral: string; locale: Locale }, CheckoutSession>(
  (input) => `/api/payment/stripe-session?${new URLSearchParams(input)}`,
)

export const membershipState = get<void, MembershipState>('/api/user/membership')

export const cancelMembership = put<void, MembershipState>('/api/payment/cancel-membership')

/** Undoes a cancellation during the paid period. */
export const resumeMembership = put<void, MembershipState>('/api/payment/resume-membership')

/** What a change to this plan would cost now. */
export const planChange = get<{ price: Plan }, PlanChange>(
  ({ price }) => `/api/payment/plan-change?price=${price}`,
)

/** Changes the plan for the confirmed amounts. */
export const changePlan = put<PlanChangeInput, MembershipState>('/api/payment/plan-change')

/** Syncs the buyer's own checkout session with Stripe, so that membership does not wait for a webhook. */
export const syncPayment = post<{ session_id: string }, MembershipState>('/api/payment/sync')

/** A link to Stripe's customer portal (cards and invoices). */
export const customerPortal = post<{ locale: Locale }, { url: string }>(
  ({ locale }) => `/api/payment/portal?locale=${locale}`,
)
