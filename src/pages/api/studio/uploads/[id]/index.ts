import { UploadParams } from '#contract/studio/uploads.ts'
import { requireEditor } from '#server/http/endpoint/bearer.ts'
import { endpoint, parse } from '#server/http/endpoint/endpoint.ts'
import { removeUpload } from '#server/uploads/change-upload.ts'

export const DELETE = endpoint(async (context) => {
  const editor = await requireEditor(context)
  return removeUpload(context.locals.deps, editor, parse(UploadParams, context.params).id)
})
