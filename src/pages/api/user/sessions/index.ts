import { endSessionsOf } from '#server/accounts/end-session.ts'
import { listSessions } from '#server/accounts/list-sessions.ts'
import { requireMember } from '#server/http/bearer.ts'
import { endpoint } from '#server/http/endpoint.ts'

export const GET = endpoint(async (context) =>
  listSessions(context.locals.deps, await requireMember(context)),
)

export const DELETE = endpoint(async (context) => {
  const { id } = await requireMember(context)
  await endSessionsOf(context.locals.deps, id, 'everywhere')
})
