import { askNewPasskey } from '#server/accounts/factors/passkeys.ts'
import { requireFullProof } from '#server/http/endpoint/bearer.ts'
import { endpoint } from '#server/http/endpoint/endpoint.ts'

export const POST = endpoint(async (context) =>
  askNewPasskey(context.locals.deps, await requireFullProof(context)),
)
