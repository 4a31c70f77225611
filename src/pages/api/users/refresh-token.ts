import { RefreshInput } from '#contract/accounts.ts'
import { refreshSession } from '#server/accounts/session/refresh-session.ts'
import { signedIn } from '#server/accounts/session/sessions.ts'
import { endpoint, parseBody } from '#server/http/endpoint/endpoint.ts'

export const POST = endpoint(async ({ request, locals }) => {
  const { refresh_token } = await parseBody(RefreshInput, request)
  const { userId, tokens } = await refreshSession(locals.deps, refresh_token)
  return signedIn(locals.deps, userId, tokens)
})
