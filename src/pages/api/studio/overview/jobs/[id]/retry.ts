import { JobParams } from '#contract/studio/overview.ts'
import { requireAdmin } from '#server/http/endpoint/bearer.ts'
import { endpoint, parse } from '#server/http/endpoint/endpoint.ts'
import { retryJob } from '#server/overview/queue.ts'

export const POST = endpoint(async (context) => {
  const person = await requireAdmin(context)
  return retryJob(context.locals.deps, person, parse(JobParams, context.params).id)
})
