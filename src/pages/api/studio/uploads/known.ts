import { KnownQuery } from '#contract/studio/uploads.ts'
import { requireEditor } from '#server/http/endpoint/bearer.ts'
import { endpoint, parse, queryOf } from '#server/http/endpoint/endpoint.ts'
import { knownAnswer } from '#server/http/studio/known-answer.ts'

export const GET = endpoint(async (context) => {
  await requireEditor(context)
  return knownAnswer(context.locals, parse(KnownQuery, queryOf(context.url)).sha256)
})
