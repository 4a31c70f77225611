import type * as calls from '#contract/billing/billing-calls.ts'
import { AppError } from '#contract/errors.ts'
import { PLANS } from '#domain/membership/price.ts'
import { startCheckout } from '#server/billing/checkout/start-checkout.ts'
import { syncPayment } from '#server/billing/checkout/sync-checkout.ts'
import { receiveEvent } from '#server/billing/inbox/receive-event.ts'
import { cancelMembership, resumeMembership } from '#server/billing/membership/cancel-membership.ts'
import { membershipState } from '#server/billing/membership/membership-state.ts'
import { openPortal } from '#server/billing/membership/open-portal.ts'
import { changePlan, previewPlanChange } from '#server/billing/membership/plan-change.ts'
import { listOffers } from '#server/billing/prices/offers.ts'
import type { Handlers } from '#server/http/endpoint/answer-call.ts'

export const billing: Handlers<typeof calls> = {
  prices: async ({ deps }) => ({ offers: await listOffers(deps) }),
  stripeSession({ deps, member }, { price, ...order }) {
    const plan = PLANS.find((name) => name === price)
    if (!plan) throw new AppError('badPlan')
    return startCheckout(deps, member, { plan, ...order })
  },
  membershipState: ({ deps, member }) => membershipState(deps, member.id),
  cancelMembership: ({ deps, member }) => cancelMembership(deps, member.id),
  resumeMembership: ({ deps, member }) => resumeMembership(deps, member.id),
  planChange: ({ deps, member }, { price }) => previewPlanChange(deps, member.id, price),
  changePlan: ({ deps, member }, input) => changePlan(deps, member.id, input),
  syncPayment: ({ deps, member }, { session_id }) => syncPayment(deps, member.id, session_id),
  customerPortal: ({ deps, member }, { locale }) => openPortal(deps, member.id, locale),
  async stripeWebhook({ deps, context: { request } }) {
    const body = Buffer.from(await request.arrayBuffer())
    return receiveEvent(deps, body, request.headers.get('stripe-signature') ?? '')
  },
}
