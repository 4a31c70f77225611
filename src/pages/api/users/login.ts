import { basicCredentials } from '#server/accounts/basic-credentials.ts'
import { login } from '#server/accounts/login.ts'
import { answerSignedIn } from '#server/http/endpoint/device-cookies.ts'
import { endpoint } from '#server/http/endpoint/endpoint.ts'
import { visitorOf } from '#server/http/endpoint/visitor.ts'

/** Has an effect, so HEAD is refused. */
export const getOnly = true

export const GET = endpoint(async (context) => {
  const credentials = basicCredentials(context.request.headers.get('authorization'))
  const answer = await login(context.locals.deps, credentials, visitorOf(context))
  return answer.status === 'OK' ? answerSignedIn(context, answer) : answer
})
