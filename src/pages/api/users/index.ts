import { RegisterInput } from '#contract/accounts.ts'
import { register } from '#server/accounts/register.ts'
import { answerSignedIn } from '#server/http/endpoint/device-cookies.ts'
import { endpoint, parseBody } from '#server/http/endpoint/endpoint.ts'
import { preferredLocale } from '#server/http/endpoint/preferred-locale.ts'
import { visitorOf } from '#server/http/endpoint/visitor.ts'

export const POST = endpoint(async (context) => {
  const input = await parseBody(RegisterInput, context.request)
  const locale = input.locale ?? preferredLocale(context.request.headers.get('accept-language'))
  const answer = await register(context.locals.deps, { ...input, locale }, visitorOf(context))
  return answer.status === 'OK' ? answerSignedIn(context, answer) : answer
})
