import { LogQuery } from '#contract/studio/log.ts'
import { listLog } from '#server/audit-log/list-log.ts'
import { requireAdmin } from '#server/http/endpoint/bearer.ts'
import { endpoint, parse, queryOf } from '#server/http/endpoint/endpoint.ts'

export const GET = endpoint(async (context) => {
  await requireAdmin(context)
  return listLog(context.locals.deps, parse(LogQuery, queryOf(context.url)))
})
