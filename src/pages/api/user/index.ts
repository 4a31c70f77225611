import { currentUser } from '#server/accounts/current-user.ts'
import { requireMember } from '#server/http/bearer.ts'
import { endpoint } from '#server/http/endpoint.ts'

export const GET = endpoint(async (context) => currentUser(context.locals.deps, await requireMember(context)))
