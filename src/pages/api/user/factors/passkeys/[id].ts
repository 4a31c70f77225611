import { PasskeyNameInput } from '#contract/factors.ts'
import { removePasskey, renamePasskey } from '#server/accounts/factors/passkeys.ts'
import { requireFullProof, requireMember } from '#server/http/endpoint/bearer.ts'
import { endpoint, parseBody } from '#server/http/endpoint/endpoint.ts'

export const PUT = endpoint(async (context) => {
  const member = await requireMember(context)
  const { name } = await parseBody(PasskeyNameInput, context.request)
  await renamePasskey(context.locals.deps, member.id, { id: context.params.id ?? '', name })
})

export const DELETE = endpoint(async (context) => {
  const member = await requireFullProof(context)
  await removePasskey(context.locals.deps, member, context.params.id ?? '')
})
