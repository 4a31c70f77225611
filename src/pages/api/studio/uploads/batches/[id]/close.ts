import { BatchParams } from '#contract/studio/uploads.ts'
import { requireEditor } from '#server/http/endpoint/bearer.ts'
import { endpoint, parse } from '#server/http/endpoint/endpoint.ts'
import { closeBatch } from '#server/uploads/close-batch.ts'

export const POST = endpoint(async (context) => {
  await requireEditor(context)
  return closeBatch(context.locals.deps, parse(BatchParams, context.params).id)
})
