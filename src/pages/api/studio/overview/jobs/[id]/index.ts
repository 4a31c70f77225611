import { JobParams } from '#contract/studio/overview.ts'
import { requireAdmin } from '#server/http/endpoint/bearer.ts'
import { endpoint, parse } from '#server/http/endpoint/endpoint.ts'
import { dismissJob } from '#server/overview/queue.ts'

export const DELETE = endpoint(async (context) => {
  const person = await requireAdmin(context)
  return dismissJob(context.locals.deps, person, parse(JobParams, context.params).id)
})
