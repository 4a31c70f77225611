import { OtherWordsInput } from '#contract/studio/clip.ts'
import { requireEditor } from '#server/http/endpoint/bearer.ts'
import { endpoint, parseBody } from '#server/http/endpoint/endpoint.ts'
import { otherWords } from '#server/search/suggest/suggest-words.ts'

export const POST = endpoint(async (context) => {
  await requireEditor(context)
  return { words: otherWords(await parseBody(OtherWordsInput, context.request)) }
})
