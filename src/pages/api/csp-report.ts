import { CspReports, logViolations } from '#server/http/csp-reports.ts'
import { endpoint, parseBody } from '#server/http/endpoint/endpoint.ts'
import { visitorOf } from '#server/http/endpoint/visitor.ts'

export const POST = endpoint(async (context) => {
  const { deps } = context.locals
  await deps.rateLimits.cspReports.take(visitorOf(context).address)
  logViolations(deps, await parseBody(CspReports, context.request))
})
