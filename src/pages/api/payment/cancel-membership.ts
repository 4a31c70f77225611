import { cancelMembership } from '#server/billing/cancel-membership.ts'
import { requireMember } from '#server/http/bearer.ts'
import { endpoint } from '#server/http/endpoint.ts'

export const PUT = endpoint(async (context) => {
  const { id } = await requireMember(context)
  return cancelMembership(context.locals.deps, id)
})
