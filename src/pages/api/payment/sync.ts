import { SyncInput } from '#contract/billing.ts'
import { syncPayment } from '#server/billing/sync-payment.ts'
import { requireMember } from '#server/http/bearer.ts'
import { endpoint } from '#server/http/endpoint.ts'
import { parseBody } from '#server/http/json-body.ts'

export const POST = endpoint(async (context) => {
  const { id } = await requireMember(context)
  const { session_id } = await parseBody(SyncInput, context.request)
  return syncPayment(context.locals.deps, id, session_id)
})
