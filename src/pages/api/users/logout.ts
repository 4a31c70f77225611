import { RefreshInput } from '#contract/accounts.ts'
import { logout } from '#server/accounts/session/end-session.ts'
import { endpoint, parseBody } from '#server/http/endpoint/endpoint.ts'

export const POST = endpoint(async ({ request, locals }) => {
  const { refresh_token } = await parseBody(RefreshInput, request)
  await logout(locals.deps, refresh_token)
})
