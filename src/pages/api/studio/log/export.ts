import { LogFilter } from '#contract/studio/log.ts'
import { exportLog } from '#server/audit-log/export-log.ts'
import { requireAdmin } from '#server/http/endpoint/bearer.ts'
import { endpoint, parseBody } from '#server/http/endpoint/endpoint.ts'
import { sendCsv } from '#server/http/endpoint/send-csv.ts'

export const POST = endpoint(async (context) => {
  const admin = await requireAdmin(context)
  const filter = await parseBody(LogFilter, context.request)
  return sendCsv(context, 'log', await exportLog(context.locals.deps, admin, filter))
})
