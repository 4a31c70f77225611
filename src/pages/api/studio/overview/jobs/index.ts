import { requireAdmin } from '#server/http/endpoint/bearer.ts'
import { endpoint } from '#server/http/endpoint/endpoint.ts'
import { listFailedJobs } from '#server/overview/queue.ts'

export const GET = endpoint(async (context) => {
  await requireAdmin(context)
  return listFailedJobs(context.locals.deps)
})
