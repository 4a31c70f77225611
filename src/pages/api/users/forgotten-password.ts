import { ForgottenPasswordInput, ResetPasswordInput } from '#contract/accounts.ts'
import { resetPassword, sendPasswordMail } from '#server/accounts/password/forgotten-password.ts'
import { endpoint, parseBody } from '#server/http/endpoint/endpoint.ts'
import { visitorOf } from '#server/http/endpoint/visitor.ts'

export const POST = endpoint(async (context) => {
  const input = await parseBody(ForgottenPasswordInput, context.request)
  await sendPasswordMail(context.locals.deps, input, visitorOf(context))
})

export const PUT = endpoint(async ({ request, locals }) => {
  const input = await parseBody(ResetPasswordInput, request)
  await resetPassword(locals.deps, input)
})
