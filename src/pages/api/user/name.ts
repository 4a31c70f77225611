import { ChangeNameInput } from '#contract/accounts.ts'
import { changeName } from '#server/accounts/profile.ts'
import { queueCustomerUpdate } from '#server/billing/membership/update-customer.ts'
import { requireMember } from '#server/http/endpoint/bearer.ts'
import { endpoint, parseBody } from '#server/http/endpoint/endpoint.ts'

export const PUT = endpoint(async (context) => {
  const { id: userId } = await requireMember(context)
  const { name } = await parseBody(ChangeNameInput, context.request)
  await changeName(context.locals.deps, { userId, name }, queueCustomerUpdate)
})
