import { membershipState } from '#server/billing/membership/membership-state.ts'
import { requireMember } from '#server/http/endpoint/bearer.ts'
import { endpoint } from '#server/http/endpoint/endpoint.ts'

export const GET = endpoint(async (context) => {
  const { id } = await requireMember(context)
  return membershipState(context.locals.deps, id)
})
