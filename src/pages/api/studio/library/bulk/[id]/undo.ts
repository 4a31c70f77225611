import { SourceParams } from '#contract/clips.ts'
import { requireEditor } from '#server/http/endpoint/bearer.ts'
import { endpoint, parse } from '#server/http/endpoint/endpoint.ts'
import { undoBulk } from '#server/library/bulk/operations.ts'

export const POST = endpoint(async (context) => {
  const editor = await requireEditor(context)
  return undoBulk(context.locals.deps, editor, parse(SourceParams, context.params).id)
})
