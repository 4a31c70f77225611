import { SourceParams } from '#contract/clips.ts'
import { requireEditor } from '#server/http/endpoint/bearer.ts'
import { endpoint, parse } from '#server/http/endpoint/endpoint.ts'
import { bulkOperation } from '#server/library/bulk/operations.ts'

export const GET = endpoint(async (context) => {
  await requireEditor(context)
  return bulkOperation(context.locals.deps, parse(SourceParams, context.params).id)
})
