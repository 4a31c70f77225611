import { AppCodeInput } from '#contract/factors.ts'
import { beginApp, confirmApp, removeApp } from '#server/accounts/factors/authenticator-app.ts'
import { requireFullProof } from '#server/http/endpoint/bearer.ts'
import { endpoint, parseBody } from '#server/http/endpoint/endpoint.ts'

export const POST = endpoint(async (context) =>
  beginApp(context.locals.deps, await requireFullProof(context)),
)

export const PUT = endpoint(async (context) => {
  const member = await requireFullProof(context)
  const { code } = await parseBody(AppCodeInput, context.request)
  return confirmApp(context.locals.deps, member, code)
})

export const DELETE = endpoint(async (context) =>
  removeApp(context.locals.deps, await requireFullProof(context)),
)
