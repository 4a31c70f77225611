import { SurveyInput } from '#contract/accounts.ts'
import { answerSurvey } from '#server/accounts/profile.ts'
import { requireMember } from '#server/http/endpoint/bearer.ts'
import { endpoint, parseBody } from '#server/http/endpoint/endpoint.ts'

export const PUT = endpoint(async (context) => {
  const { id } = await requireMember(context)
  const { occupation } = await parseBody(SurveyInput, context.request)
  await answerSurvey(context.locals.deps, id, occupation)
})
