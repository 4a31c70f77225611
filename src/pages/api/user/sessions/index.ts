import { endSessionsOf } from '#server/accounts/session/end-session.ts'
import { listSessions } from '#server/accounts/session/list-sessions.ts'
import { requireMember } from '#server/http/endpoint/bearer.ts'
import { endpoint } from '#server/http/endpoint/endpoint.ts'

export const GET = endpoint(async (context) =>
  listSessions(context.locals.deps, await requireMember(context)),
)

export const DELETE = endpoint(async (context) => {
  const { id } = await requireMember(context)
  await endSessionsOf(context.locals.deps, id, 'everywhere')
})
