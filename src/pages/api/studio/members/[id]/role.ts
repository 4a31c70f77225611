import { MemberPath, RoleInput } from '#contract/studio/members.ts'
import { requireAdmin, requireRecentProof } from '#server/http/endpoint/bearer.ts'
import { endpoint, parse, parseBody } from '#server/http/endpoint/endpoint.ts'
import { giveRole } from '#server/members/member-acts.ts'

export const PUT = endpoint(async (context) => {
  const actor = await requireAdmin(context)
  await requireRecentProof(context)
  const { id } = parse(MemberPath, context.params)
  const { role } = await parseBody(RoleInput, context.request)
  await giveRole(context.locals.deps, { id, actor }, role)
})
