import { AppError } from '#contract/errors.ts'
import { MemberPath } from '#contract/studio/members.ts'
import { requireAdmin } from '#server/http/endpoint/bearer.ts'
import { endpoint, parse } from '#server/http/endpoint/endpoint.ts'
import { showMember } from '#server/members/show-member.ts'

export const GET = endpoint(async (context) => {
  await requireAdmin(context)
  const member = await showMember(context.locals.deps, parse(MemberPath, context.params).id)
  if (!member) throw new AppError('notFound')
  return member
})
