import { BatchParams } from '#contract/studio/uploads.ts'
import { requireEditor } from '#server/http/endpoint/bearer.ts'
import { endpoint, parse } from '#server/http/endpoint/endpoint.ts'
import { closeBatch } from '#server/uploads/close-batch.ts'

export const POST = endpoint(async (context) => {
  const { id: user_id } = await requireEditor(context)
  return closeBatch(context.locals.deps, { batch: parse(BatchParams, context.params).id, user_id })
})
