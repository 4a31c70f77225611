import { ForgottenPasswordInput, ResetPasswordInput } from '#contract/accounts.ts'
import { resetPassword, sendPasswordMail } from '#server/accounts/password/forgotten-password.ts'
import { setDeviceCookie } from '#server/http/endpoint/device-cookies.ts'
import { endpoint, parseBody } from '#server/http/endpoint/endpoint.ts'
import { visitorOf } from '#server/http/endpoint/visitor.ts'

export const POST = endpoint(async (context) => {
  const input = await parseBody(ForgottenPasswordInput, context.request)
  await sendPasswordMail(context.locals.deps, input, visitorOf(context))
})

export const PUT = endpoint(async (context) => {
  const input = await parseBody(ResetPasswordInput, context.request)
  const userId = await resetPassword(context.locals.deps, input)
  // So that the next sign-in works even if strangers have used up the account's attempts.
  await setDeviceCookie(context, { userId, sessionId: '' })
})
