import { DeleteAccountInput } from '#contract/accounts.ts'
import { deleteAccount } from '#server/accounts/delete-account.ts'
import { currentUser } from '#server/accounts/profile.ts'
import { queueEndOfCustomer } from '#server/billing/membership/end-customer.ts'
import { requireMember } from '#server/http/endpoint/bearer.ts'
import { endpoint, parseBody } from '#server/http/endpoint/endpoint.ts'

export const GET = endpoint(async (context) => currentUser(context.locals.deps, await requireMember(context)))

export const DELETE = endpoint(async (context) => {
  const member = await requireMember(context)
  const { password } = await parseBody(DeleteAccountInput, context.request)
  await deleteAccount(context.locals.deps, { person: member, password, endPayments: queueEndOfCustomer })
})
