import { askOwnPasskey } from '#server/accounts/factors/prove.ts'
import { requireMember } from '#server/http/endpoint/bearer.ts'
import { endpoint } from '#server/http/endpoint/endpoint.ts'

export const POST = endpoint(async (context) =>
  askOwnPasskey(context.locals.deps, await requireMember(context)),
)
