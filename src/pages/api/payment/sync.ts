import { SyncInput } from '#contract/billing.ts'
import { syncPayment } from '#server/billing/checkout/sync-payment.ts'
import { requireMember } from '#server/http/endpoint/bearer.ts'
import { endpoint } from '#server/http/endpoint/endpoint.ts'
import { parseBody } from '#server/http/endpoint/json-body.ts'

export const POST = endpoint(async (context) => {
  const { id } = await requireMember(context)
  const { session_id } = await parseBody(SyncInput, context.request)
  return syncPayment(context.locals.deps, id, session_id)
})
