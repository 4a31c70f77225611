import { resumeMembership } from '#server/billing/membership/resume-membership.ts'
import { requireMember } from '#server/http/endpoint/bearer.ts'
import { endpoint } from '#server/http/endpoint/endpoint.ts'

export const PUT = endpoint(async (context) => {
  const { id } = await requireMember(context)
  return resumeMembership(context.locals.deps, id)
})
