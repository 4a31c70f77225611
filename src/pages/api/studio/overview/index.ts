import { OverviewQuery } from '#contract/studio/overview.ts'
import { requireEditor } from '#server/http/endpoint/bearer.ts'
import { endpoint, parse, queryOf } from '#server/http/endpoint/endpoint.ts'
import { readOverview } from '#server/overview/read-overview.ts'

export const GET = endpoint(async (context) => {
  const person = await requireEditor(context)
  return readOverview(context.locals.deps, person, parse(OverviewQuery, queryOf(context.url)))
})
