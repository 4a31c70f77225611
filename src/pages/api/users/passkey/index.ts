import { PasskeySignIn } from '#contract/factors.ts'
import { signInByPasskey } from '#server/accounts/factors/sign-in-with-factor.ts'
import { answerSignedIn } from '#server/http/endpoint/device-cookies.ts'
import { endpoint, parseBody } from '#server/http/endpoint/endpoint.ts'
import { visitorOf } from '#server/http/endpoint/visitor.ts'

export const POST = endpoint(async (context) => {
  const input = await parseBody(PasskeySignIn, context.request)
  return answerSignedIn(context, await signInByPasskey(context.locals.deps, input, visitorOf(context)))
})
