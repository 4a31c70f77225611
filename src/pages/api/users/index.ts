import { RegisterInput } from '#contract/accounts.ts'
import { register } from '#server/accounts/register.ts'
import { answerSignedIn } from '#server/http/endpoint/device-cookies.ts'
import { endpoint, parseBody } from '#server/http/endpoint/endpoint.ts'
import { preferredLocale } from '#server/http/endpoint/preferred-locale.ts'
import { visitorOf } from '#server/http/endpoint/visitor.ts'
import { checkTesterKey } from '#server/testers/claim-spot.ts'

export const POST = endpoint(async (context) => {
  const input = await parseBody(RegisterInput, context.request)
  const locale = input.locale ?? preferredLocale(context.request.headers.get('accept-language'))
  const { deps } = context.locals
  const visitor = visitorOf(context)
  const key = input.testerKey
  if (key !== undefined) await checkTesterKey(deps, { key, address: visitor.address })
  const answer = await register(deps, { ...input, locale }, { ...visitor, isInvited: key !== undefined })
  return answer.status === 'OK' ? answerSignedIn(context, answer) : answer
})
