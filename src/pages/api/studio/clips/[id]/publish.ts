import { ClipParams, SeenVersion } from '#contract/studio/clip.ts'
import { requireEditor } from '#server/http/endpoint/bearer.ts'
import { endpoint, parse, parseBody } from '#server/http/endpoint/endpoint.ts'
import { publishNow } from '#server/library/clip/show-clip.ts'

export const POST = endpoint(async (context) => {
  const editor = await requireEditor(context)
  const { id } = parse(ClipParams, context.params)
  return publishNow(context.locals.deps, editor, { id, ...(await parseBody(SeenVersion, context.request)) })
})
