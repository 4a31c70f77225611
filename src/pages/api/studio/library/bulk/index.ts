import { BulkInput } from '#contract/studio/library.ts'
import { isLargeDeletion } from '#domain/studio/bulk-change.ts'
import { requireEditor, requireRecentProof } from '#server/http/endpoint/bearer.ts'
import { endpoint, parseBody } from '#server/http/endpoint/endpoint.ts'
import { lastOperation, startBulk } from '#server/library/bulk/operations.ts'

/** The caller's last operation. */
export const GET = endpoint(async (context) => {
  const editor = await requireEditor(context)
  return lastOperation(context.locals.deps, editor)
})

export const POST = endpoint(async (context) => {
  const editor = await requireEditor(context)
  const input = await parseBody(BulkInput, context.request)
  if (isLargeDeletion(input.change, input.ids.length)) await requireRecentProof(context)
  return startBulk(context.locals.deps, editor, input)
})
