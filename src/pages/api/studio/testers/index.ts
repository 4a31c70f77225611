import { requireAdmin } from '#server/http/endpoint/bearer.ts'
import { endpoint } from '#server/http/endpoint/endpoint.ts'
import { testerRoom } from '#server/testers/list-testers.ts'

export const GET = endpoint(async (context) => {
  await requireAdmin(context)
  return testerRoom(context.locals.deps)
})
