import { requireMember } from '#server/http/endpoint/bearer.ts'
import { endpoint } from '#server/http/endpoint/endpoint.ts'
import { listLikes } from '#server/likes/list-likes.ts'

export const GET = endpoint(async (context) => listLikes(context.locals.deps, await requireMember(context)))
