import { receiveEvent } from '#server/billing/inbox/receive-event.ts'
import { endpoint } from '#server/http/endpoint/endpoint.ts'

/** Takes the raw bytes, which Stripe has signed. */
export const POST = endpoint(async ({ request, locals }) => {
  const body = Buffer.from(await request.arrayBuffer())
  return receiveEvent(locals.deps, body, request.headers.get('stripe-signature') ?? '')
})
