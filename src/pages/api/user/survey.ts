import { SurveyInput } from '#contract/accounts.ts'
import { answerSurvey } from '#server/accounts/answer-survey.ts'
import { requireMember } from '#server/http/bearer.ts'
import { endpoint } from '#server/http/endpoint.ts'
import { parseBody } from '#server/http/json-body.ts'

export const PUT = endpoint(async (context) => {
  const { id } = await requireMember(context)
  const { occupation } = await parseBody(SurveyInput, context.request)
  await answerSurvey(context.locals.deps, id, occupation)
})
