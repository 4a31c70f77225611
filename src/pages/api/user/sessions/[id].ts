import { endOwnSession } from '#server/accounts/session/list-sessions.ts'
import { requireMember } from '#server/http/endpoint/bearer.ts'
import { endpoint } from '#server/http/endpoint/endpoint.ts'

export const DELETE = endpoint(async (context) => {
  const member = await requireMember(context)
  await endOwnSession(context.locals.deps, member, context.params.id ?? '')
})
