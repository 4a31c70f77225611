import { MemberMailInput, MemberPath } from '#contract/studio/members.ts'
import { requireAdmin } from '#server/http/endpoint/bearer.ts'
import { endpoint, parse, parseBody } from '#server/http/endpoint/endpoint.ts'
import { sendMemberPasswordMail, sendMemberVerification } from '#server/members/member-acts.ts'

const SENDS = { password: sendMemberPasswordMail, verification: sendMemberVerification }

export const POST = endpoint(async (context) => {
  const actor = await requireAdmin(context)
  const { id } = parse(MemberPath, context.params)
  const { mail } = await parseBody(MemberMailInput, context.request)
  await SENDS[mail](context.locals.deps, { id, actor })
})
