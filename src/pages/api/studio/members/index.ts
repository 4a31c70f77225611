import { MemberQuery } from '#contract/studio/members.ts'
import { requireAdmin } from '#server/http/endpoint/bearer.ts'
import { endpoint, parse, queryOf } from '#server/http/endpoint/endpoint.ts'
import { listMembers } from '#server/members/list-members.ts'

export const GET = endpoint(async (context) => {
  await requireAdmin(context)
  return listMembers(context.locals.deps, parse(MemberQuery, queryOf(context.url)))
})
