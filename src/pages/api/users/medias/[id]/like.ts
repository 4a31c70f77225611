import { SourceParams } from '#contract/clips.ts'
import { requireMember } from '#server/http/endpoint/bearer.ts'
import { endpoint, parse } from '#server/http/endpoint/endpoint.ts'
import { likeClip, unlikeClip } from '#server/likes/like-clip.ts'

export const PUT = endpoint(async (context) => {
  const member = await requireMember(context)
  return likeClip(context.locals.deps, member, parse(SourceParams, context.params).id)
})

export const DELETE = endpoint(async (context) => {
  const member = await requireMember(context)
  return unlikeClip(context.locals.deps, member, parse(SourceParams, context.params).id)
})
