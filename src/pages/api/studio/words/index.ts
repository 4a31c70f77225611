import { WordsQuery } from '#contract/studio/clip.ts'
import { requireEditor } from '#server/http/endpoint/bearer.ts'
import { endpoint, parse, queryOf } from '#server/http/endpoint/endpoint.ts'
import { suggestWords } from '#server/search/suggest/suggest-words.ts'

export const GET = endpoint(async (context) => {
  await requireEditor(context)
  const { q, locale } = parse(WordsQuery, queryOf(context.url))
  return { words: await suggestWords(context.locals.deps, { text: q, locale }) }
})
