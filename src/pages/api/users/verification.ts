import { VerifyEmailInput } from '#contract/accounts.ts'
import { verifyEmail } from '#server/accounts/mail/verification.ts'
import { memberByAccessToken } from '#server/accounts/person.ts'
import { queueCustomerUpdate } from '#server/billing/membership/update-customer.ts'
import { bearerTokenOf } from '#server/http/endpoint/bearer.ts'
import { endpoint, parseBody } from '#server/http/endpoint/endpoint.ts'

export const PUT = endpoint(async ({ request, locals: { deps } }) => {
  const { token } = await parseBody(VerifyEmailInput, request)
  // Links are opened in any browser, so an invalid bearer token is ignored.
  const bearer = bearerTokenOf(request)
  const member = bearer === undefined ? undefined : await memberByAccessToken(deps, bearer)
  await verifyEmail(deps, { token, sessionId: member?.sessionId, tellPayments: queueCustomerUpdate })
})
