import { cancelMembership } from '#server/billing/membership/cancel-membership.ts'
import { requireMember } from '#server/http/endpoint/bearer.ts'
import { endpoint } from '#server/http/endpoint/endpoint.ts'

export const PUT = endpoint(async (context) => {
  const { id } = await requireMember(context)
  return cancelMembership(context.locals.deps, id)
})
