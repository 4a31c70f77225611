import { RefreshInput } from '#contract/accounts.ts'
import { logout } from '#server/accounts/session/end-session.ts'
import { endpoint } from '#server/http/endpoint/endpoint.ts'
import { parseBody } from '#server/http/endpoint/json-body.ts'

export const POST = endpoint(async ({ request, locals }) => {
  const { refresh_token } = await parseBody(RefreshInput, request)
  await logout(locals.deps, refresh_token)
})
