import { AppError } from '#contract/errors.ts'
import { GrantInput, MemberPath } from '#contract/studio/members.ts'
import { requireAdmin, requireRecentProof } from '#server/http/endpoint/bearer.ts'
import { endpoint, parse, parseBody } from '#server/http/endpoint/endpoint.ts'
import { grantMembership } from '#server/members/grant-membership.ts'

export const PUT = endpoint(async (context) => {
  const actor = await requireAdmin(context)
  await requireRecentProof(context)
  const { id } = parse(MemberPath, context.params)
  const { membership, until } = await parseBody(GrantInput, context.request)
  const grant = { membership, ...(until && { until: new Date(until) }) }
  const result = await grantMembership(context.locals.deps, { id, actor }, grant)
  if (!result) throw new AppError('notFound')
})
