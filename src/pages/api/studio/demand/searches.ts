import { SearchesQuery } from '#contract/studio/demand.ts'
import { listSearches } from '#server/demand/list-searches.ts'
import { requireEditor } from '#server/http/endpoint/bearer.ts'
import { endpoint, parse, queryOf } from '#server/http/endpoint/endpoint.ts'

export const GET = endpoint(async (context) => {
  await requireEditor(context)
  return listSearches(context.locals.deps, parse(SearchesQuery, queryOf(context.url)))
})
