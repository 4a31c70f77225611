import { openPortal } from '#server/billing/open-portal.ts'
import { requireMember } from '#server/http/bearer.ts'
import { endpoint } from '#server/http/endpoint.ts'

export const POST = endpoint(async (context) => {
  const { id } = await requireMember(context)
  return openPortal(context.locals.deps, id)
})
