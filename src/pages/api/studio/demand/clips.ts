import { ClipFiguresQuery } from '#contract/studio/demand.ts'
import { listClipFigures } from '#server/demand/list-clip-figures.ts'
import { requireEditor } from '#server/http/endpoint/bearer.ts'
import { endpoint, parse, queryOf } from '#server/http/endpoint/endpoint.ts'

export const GET = endpoint(async (context) => {
  await requireEditor(context)
  return listClipFigures(context.locals.deps, parse(ClipFiguresQuery, queryOf(context.url)))
})
