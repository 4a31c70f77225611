import { ChangeEmailInput } from '#contract/accounts.ts'
import { askForNewEmail } from '#server/accounts/change-email.ts'
import { requireMember } from '#server/http/endpoint/bearer.ts'
import { endpoint, parseBody } from '#server/http/endpoint/endpoint.ts'

export const PUT = endpoint(async (context) => {
  const { id } = await requireMember(context)
  await askForNewEmail(context.locals.deps, id, await parseBody(ChangeEmailInput, context.request))
})
