import { SecondFactorInput } from '#contract/factors.ts'
import { finishSignIn } from '#server/accounts/factors/sign-in-with-factor.ts'
import { answerSignedIn } from '#server/http/endpoint/device-cookies.ts'
import { endpoint, parseBody } from '#server/http/endpoint/endpoint.ts'
import { visitorOf } from '#server/http/endpoint/visitor.ts'

export const POST = endpoint(async (context) => {
  const { challenge, ...shown } = await parseBody(SecondFactorInput, context.request)
  const signedIn = await finishSignIn(context.locals.deps, { challenge, shown }, visitorOf(context))
  return answerSignedIn(context, signedIn)
})
