import { ChangePasswordInput } from '#contract/accounts.ts'
import { changePassword } from '#server/accounts/password/change-password.ts'
import { requireMember } from '#server/http/endpoint/bearer.ts'
import { answerSignedIn } from '#server/http/endpoint/device-cookies.ts'
import { endpoint, parseBody } from '#server/http/endpoint/endpoint.ts'
import { visitorOf } from '#server/http/endpoint/visitor.ts'

export const PUT = endpoint(async (context) => {
  const { id: userId, sessionId } = await requireMember(context)
  const input = await parseBody(ChangePasswordInput, context.request)
  const { userAgent } = visitorOf(context)
  return answerSignedIn(
    context,
    await changePassword(context.locals.deps, { userId, sessionId, userAgent }, input),
  )
})
