import { CreatorsQuery } from '#contract/studio/demand.ts'
import { listCreators } from '#server/demand/list-creators.ts'
import { requireEditor } from '#server/http/endpoint/bearer.ts'
import { endpoint, parse, queryOf } from '#server/http/endpoint/endpoint.ts'

export const GET = endpoint(async (context) => {
  await requireEditor(context)
  return listCreators(context.locals.deps, parse(CreatorsQuery, queryOf(context.url)))
})
