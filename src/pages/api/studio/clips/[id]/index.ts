import { ClipEdit, ClipParams, DeleteInput } from '#contract/studio/clip.ts'
import { requireEditor } from '#server/http/endpoint/bearer.ts'
import { endpoint, parse, parseBody } from '#server/http/endpoint/endpoint.ts'
import { deleteClip } from '#server/library/clip/delete-clip.ts'
import { editClip } from '#server/library/clip/edit-clip.ts'
import { studioClip } from '#server/library/clip/studio-clip.ts'

export const GET = endpoint(async (context) => {
  await requireEditor(context)
  return studioClip(context.locals.deps, parse(ClipParams, context.params).id)
})

export const PATCH = endpoint(async (context) => {
  const editor = await requireEditor(context)
  const { id } = parse(ClipParams, context.params)
  return editClip(context.locals.deps, editor, id, await parseBody(ClipEdit, context.request))
})

export const DELETE = endpoint(async (context) => {
  const editor = await requireEditor(context)
  const { id } = parse(ClipParams, context.params)
  const { typed } = await parseBody(DeleteInput, context.request)
  return deleteClip(context.locals.deps, editor, { id, typed })
})
