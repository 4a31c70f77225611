import { SourceParams } from '#contract/clips.ts'
import { requireEditor } from '#server/http/endpoint/bearer.ts'
import { endpoint, parse } from '#server/http/endpoint/endpoint.ts'
import { renderAgain } from '#server/uploads/render-again.ts'

export const POST = endpoint(async (context) => {
  const editor = await requireEditor(context)
  return renderAgain(context.locals.deps, editor, parse(SourceParams, context.params).id)
})
