import { sendVerificationAgain } from '#server/accounts/mail/verification.ts'
import { requireMember } from '#server/http/endpoint/bearer.ts'
import { endpoint } from '#server/http/endpoint/endpoint.ts'

export const POST = endpoint(async (context) =>
  sendVerificationAgain(context.locals.deps, await requireMember(context)),
)
