import { ClaimQuery } from '#contract/testers.ts'
import { requireMember } from '#server/http/bearer.ts'
import { endpoint, parse, queryOf } from '#server/http/endpoint.ts'
import { visitorOf } from '#server/http/visitor.ts'
import { claimSpot } from '#server/testers/claim-spot.ts'

export const PUT = endpoint(async (context) => {
  const member = await requireMember(context)
  const { key } = parse(ClaimQuery, queryOf(context.url))
  return claimSpot(context.locals.deps, member, { key, address: visitorOf(context).address })
})
