import { RefreshInput } from '#contract/accounts.ts'
import { refreshSession } from '#server/accounts/session/refresh-session.ts'
import { signedIn } from '#server/accounts/session/signed-in.ts'
import { endpoint } from '#server/http/endpoint/endpoint.ts'
import { parseBody } from '#server/http/endpoint/json-body.ts'

export const POST = endpoint(async ({ request, locals }) => {
  const { refresh_token } = await parseBody(RefreshInput, request)
  const { userId, tokens } = await refreshSession(locals.deps, refresh_token)
  return signedIn(locals.deps, userId, tokens)
})
