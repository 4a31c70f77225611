import { listFactors } from '#server/accounts/factors/list-factors.ts'
import { requireMember } from '#server/http/endpoint/bearer.ts'
import { endpoint } from '#server/http/endpoint/endpoint.ts'

export const GET = endpoint(async (context) => {
  const { id } = await requireMember(context)
  return listFactors(context.locals.deps, id)
})
