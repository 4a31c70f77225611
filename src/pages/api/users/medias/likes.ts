import { requireMember } from '#server/http/bearer.ts'
import { endpoint } from '#server/http/endpoint.ts'
import { listLikes } from '#server/likes/list-likes.ts'

export const GET = endpoint(async (context) => listLikes(context.locals.deps, await requireMember(context)))
