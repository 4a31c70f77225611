import { renewRecoveryCodes } from '#server/accounts/factors/renew-recovery-codes.ts'
import { requireFullProof } from '#server/http/endpoint/bearer.ts'
import { endpoint } from '#server/http/endpoint/endpoint.ts'

export const POST = endpoint(async (context) => {
  const { id } = await requireFullProof(context)
  return renewRecoveryCodes(context.locals.deps, id)
})
