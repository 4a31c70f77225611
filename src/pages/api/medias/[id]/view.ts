import { SourceParams } from '#contract/clips.ts'
import { endpoint, parse } from '#server/http/endpoint/endpoint.ts'
import { visitorOf } from '#server/http/endpoint/visitor.ts'
import { countView } from '#server/views/count-view.ts'

export const POST = endpoint(async (context) => {
  const { id: clipId } = parse(SourceParams, context.params)
  await countView(context.locals.deps, { clipId, address: visitorOf(context).address })
})
