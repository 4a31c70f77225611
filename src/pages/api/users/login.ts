import { basicCredentials } from '#server/accounts/basic-credentials.ts'
import { login } from '#server/accounts/login.ts'
import { endpoint } from '#server/http/endpoint/endpoint.ts'
import { visitorOf } from '#server/http/endpoint/visitor.ts'

export const GET = endpoint((context) => {
  const credentials = basicCredentials(context.request.headers.get('authorization'))
  return login(context.locals.deps, credentials, visitorOf(context))
})
