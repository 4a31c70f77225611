import { PageQuery } from '#contract/clips.ts'
import { requireMember } from '#server/http/endpoint/bearer.ts'
import { endpoint, parse, queryOf } from '#server/http/endpoint/endpoint.ts'
import { listLikedClips } from '#server/likes/list-likes.ts'

export const GET = endpoint(async (context) => {
  const member = await requireMember(context)
  return listLikedClips(context.locals.deps, member, parse(PageQuery, queryOf(context.url)))
})
