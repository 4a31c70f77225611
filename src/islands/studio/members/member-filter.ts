import type { MemberFilter } from '#contract/studio/members.ts'
import {
  MEMBER_GROUPS,
  MEMBER_ORDERS,
  MEMBER_REASONS,
  type MemberOrder,
} from '#domain/studio/member-filters.ts'

/** The filter in a URL; invalid values are ignored. */
export function filterOf(params: URLSearchParams): MemberFilter {
  const q = params.get('q')?.trim().slice(0, 254)
  const group = MEMBER_GROUPS.find((each) => each === params.get('group'))
  const reason = MEMBER_REASONS.find((each) => each === params.get('reason'))
  return { ...(q && { q }), ...(group && { group }), ...(reason && { reason }) }
}

export function orderOf(params: URLSearchParams): MemberOrder {
  return MEMBER_ORDERS.find((each) => each === params.get('order')) ?? 'newest'
}
