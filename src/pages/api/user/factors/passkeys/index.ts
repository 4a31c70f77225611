import { NewPasskey } from '#contract/factors.ts'
import { addPasskey } from '#server/accounts/factors/passkeys.ts'
import { requireMember } from '#server/http/endpoint/bearer.ts'
import { endpoint, parseBody } from '#server/http/endpoint/endpoint.ts'

/** The challenge is proof that the options were given to this session, which asks for everything. */
export const POST = endpoint(async (context) => {
  const member = await requireMember(context)
  return addPasskey(context.locals.deps, member, await parseBody(NewPasskey, context.request))
})
