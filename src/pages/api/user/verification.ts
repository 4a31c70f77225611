import { sendVerificationAgain } from '#server/accounts/verification.ts'
import { requireMember } from '#server/http/bearer.ts'
import { endpoint } from '#server/http/endpoint.ts'

export const POST = endpoint(async (context) =>
  sendVerificationAgain(context.locals.deps, await requireMember(context)),
)
