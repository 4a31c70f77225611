import type { Membership } from '../membership/membership.ts'

/** `editor` and `admin` beside the memberships, since they have rights of their own. */
export const MEMBER_GROUPS = ['free', 'pro', 'early_adopter', 'editor', 'admin'] as const
export type MemberGroup = (typeof MEMBER_GROUPS)[number]

/** The ground of a present or former membership: the subscription's status at Stripe, a grant, or a tester's spot. */
export const MEMBER_REASONS = [
  ...(['active', 'trialing', 'past_due', 'unpaid', 'canceled'] as const),
  ...(['granted', 'tester'] as const),
] as const
export type MemberReason = (typeof MEMBER_REASONS)[number]

export const MEMBER_ORDERS = ['newest', 'oldest'] as const
export type MemberOrder = (typeof MEMBER_ORDERS)[number]

/** Memberships that the operator can give. */
export const GRANTS = ['pro', 'early_adopter'] as const satisfies readonly Membership[]
