import { ClipParams } from '#contract/studio/clip.ts'
import { requireEditor } from '#server/http/endpoint/bearer.ts'
import { endpoint, parse } from '#server/http/endpoint/endpoint.ts'
import { clipVersion } from '#server/library/clip/studio-clip.ts'

export const GET = endpoint(async (context) => {
  await requireEditor(context)
  return clipVersion(context.locals.deps, parse(ClipParams, context.params).id)
})
