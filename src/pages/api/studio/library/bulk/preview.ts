import { BulkInput } from '#contract/studio/library.ts'
import { requireEditor } from '#server/http/endpoint/bearer.ts'
import { endpoint, parseBody } from '#server/http/endpoint/endpoint.ts'
import { previewBulk } from '#server/library/bulk/preview-bulk.ts'

export const POST = endpoint(async (context) => {
  await requireEditor(context)
  return previewBulk(context.locals.deps, await parseBody(BulkInput, context.request))
})
