import { ActivityInput } from '#contract/accounts.ts'
import { recordActivity } from '#server/activity/record-activity.ts'
import { bearerTokenOf } from '#server/http/endpoint/bearer.ts'
import { endpoint, parseBody } from '#server/http/endpoint/endpoint.ts'
import { visitorOf } from '#server/http/endpoint/visitor.ts'

export const POST = endpoint(async (context) => {
  const { deps } = context.locals
  const { address, userAgent } = visitorOf(context)
  // Before the body is parsed, so that a flood costs as little as possible.
  await deps.rateLimits.clicks.take(address)
  const input = await parseBody(ActivityInput, context.request)
  await recordActivity(deps, input, { token: bearerTokenOf(context.request), address, userAgent })
})
