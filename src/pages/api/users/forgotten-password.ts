import { ForgottenPasswordInput, ResetPasswordInput } from '#contract/accounts.ts'
import { resetPassword, sendPasswordMail } from '#server/accounts/forgotten-password.ts'
import { endpoint } from '#server/http/endpoint.ts'
import { parseBody } from '#server/http/json-body.ts'
import { visitorOf } from '#server/http/visitor.ts'

export const POST = endpoint(async (context) => {
  const input = await parseBody(ForgottenPasswordInput, context.request)
  await sendPasswordMail(context.locals.deps, input, visitorOf(context))
})

export const PUT = endpoint(async ({ request, locals }) => {
  const input = await parseBody(ResetPasswordInput, request)
  await resetPassword(locals.deps, input)
})
