import { VerifyEmailInput } from '#contract/accounts.ts'
import { verifyEmail } from '#server/accounts/verification.ts'
import { endpoint } from '#server/http/endpoint.ts'
import { parseBody } from '#server/http/json-body.ts'

export const PUT = endpoint(async ({ request, locals }) => {
  const { token } = await parseBody(VerifyEmailInput, request)
  await verifyEmail(locals.deps, token)
})
