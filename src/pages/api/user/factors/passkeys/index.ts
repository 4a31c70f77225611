import { NewPasskey, PasskeyIdInput, PasskeyNameInput } from '#contract/factors.ts'
import { addPasskey, removePasskey, renamePasskey } from '#server/accounts/factors/passkeys.ts'
import { requireFullProof, requireMember } from '#server/http/endpoint/bearer.ts'
import { endpoint, parseBody } from '#server/http/endpoint/endpoint.ts'

/** The challenge proves that the session got the options, which needed a full proof. */
export const POST = endpoint(async (context) => {
  const member = await requireMember(context)
  return addPasskey(context.locals.deps, member, await parseBody(NewPasskey, context.request))
})

export const PUT = endpoint(async (context) => {
  const { id } = await requireMember(context)
  await renamePasskey(context.locals.deps, id, await parseBody(PasskeyNameInput, context.request))
})

export const DELETE = endpoint(async (context) => {
  const member = await requireFullProof(context)
  const { id } = await parseBody(PasskeyIdInput, context.request)
  await removePasskey(context.locals.deps, member, id)
})
