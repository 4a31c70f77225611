import { ClaimQuery, KeyQuery } from '#contract/testers.ts'
import { cancelSubscription } from '#server/billing/membership/cancel-membership.ts'
import { requireMember } from '#server/http/endpoint/bearer.ts'
import { endpoint, parse, queryOf } from '#server/http/endpoint/endpoint.ts'
import { visitorOf } from '#server/http/endpoint/visitor.ts'
import { checkTesterKey, claimSpot } from '#server/testers/claim-spot.ts'

export const GET = endpoint(async (context) => {
  const { key } = parse(KeyQuery, queryOf(context.url))
  await checkTesterKey(context.locals.deps, { key, address: visitorOf(context).address })
  return { status: 'OK' }
})

export const PUT = endpoint(async (context) => {
  const { deps } = context.locals
  const member = await requireMember(context)
  const { key, end_subscription } = parse(ClaimQuery, queryOf(context.url))
  const claimed = await claimSpot(deps, member, { key, address: visitorOf(context).address })
  // Afterwards, so that nobody who gets no spot loses a subscription.
  if (end_subscription) await cancelSubscription(deps, member.id)
  return claimed
})
