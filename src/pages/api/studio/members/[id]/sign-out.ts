import { MemberPath } from '#contract/studio/members.ts'
import { requireAdmin } from '#server/http/endpoint/bearer.ts'
import { endpoint, parse } from '#server/http/endpoint/endpoint.ts'
import { endSessionsOfMember } from '#server/members/member-acts.ts'

export const POST = endpoint(async (context) => {
  const actor = await requireAdmin(context)
  const { id } = parse(MemberPath, context.params)
  await endSessionsOfMember(context.locals.deps, { id, actor })
})
