import { SyncInput } from '#contract/billing.ts'
import { syncPayment } from '#server/billing/checkout/sync-checkout.ts'
import { requireMember } from '#server/http/endpoint/bearer.ts'
import { endpoint, parseBody } from '#server/http/endpoint/endpoint.ts'

export const POST = endpoint(async (context) => {
  const { id } = await requireMember(context)
  const { session_id } = await parseBody(SyncInput, context.request)
  return syncPayment(context.locals.deps, id, session_id)
})
