import { VerifyEmailInput } from '#contract/accounts.ts'
import { verifyEmail } from '#server/accounts/mail/verification.ts'
import { endpoint, parseBody } from '#server/http/endpoint/endpoint.ts'

export const PUT = endpoint(async ({ request, locals }) => {
  const { token } = await parseBody(VerifyEmailInput, request)
  await verifyEmail(locals.deps, token)
})
