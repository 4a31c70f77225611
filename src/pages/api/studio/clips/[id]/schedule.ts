import { ClipParams, ScheduleInput } from '#contract/studio/clip.ts'
import { requireEditor } from '#server/http/endpoint/bearer.ts'
import { endpoint, parse, parseBody } from '#server/http/endpoint/endpoint.ts'
import { scheduleDraft } from '#server/library/clip/show-clip.ts'

export const POST = endpoint(async (context) => {
  const editor = await requireEditor(context)
  const { id } = parse(ClipParams, context.params)
  const input = await parseBody(ScheduleInput, context.request)
  return scheduleDraft(context.locals.deps, editor, { id, ...input })
})
