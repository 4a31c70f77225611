import { endOwnSession } from '#server/accounts/list-sessions.ts'
import { requireMember } from '#server/http/bearer.ts'
import { endpoint } from '#server/http/endpoint.ts'

export const DELETE = endpoint(async (context) => {
  const member = await requireMember(context)
  await endOwnSession(context.locals.deps, member, context.params.id ?? '')
})
