import { ActivityInput } from '#contract/accounts.ts'
import { recordActivity } from '#server/activity/record-activity.ts'
import { bearerTokenOf } from '#server/http/endpoint/bearer.ts'
import { endpoint, parseBody } from '#server/http/endpoint/endpoint.ts'
import { visitorOf } from '#server/http/endpoint/visitor.ts'

export const POST = endpoint(async (context) => {
  const input = await parseBody(ActivityInput, context.request)
  const { address } = visitorOf(context)
  await recordActivity(context.locals.deps, input, { token: bearerTokenOf(context.request), address })
})
