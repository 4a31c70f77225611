import { ClaimQuery } from '#contract/testers.ts'
import { requireMember } from '#server/http/endpoint/bearer.ts'
import { endpoint, parse, queryOf } from '#server/http/endpoint/endpoint.ts'
import { visitorOf } from '#server/http/endpoint/visitor.ts'
import { claimSpot } from '#server/testers/claim-spot.ts'

export const PUT = endpoint(async (context) => {
  const member = await requireMember(context)
  const { key } = parse(ClaimQuery, queryOf(context.url))
  return claimSpot(context.locals.deps, member, { key, address: visitorOf(context).address })
})
