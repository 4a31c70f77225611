import { UploadParams } from '#contract/studio/uploads.ts'
import { requireEditor } from '#server/http/endpoint/bearer.ts'
import { endpoint, parse } from '#server/http/endpoint/endpoint.ts'
import { cancelUpload } from '#server/uploads/change-upload.ts'

export const POST = endpoint(async (context) => {
  const editor = await requireEditor(context)
  return cancelUpload(context.locals.deps, editor, parse(UploadParams, context.params).id)
})
