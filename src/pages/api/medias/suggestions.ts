import { SuggestionQuery } from '#contract/search.ts'
import { endpoint, parse, queryOf } from '#server/http/endpoint/endpoint.ts'
import { suggest } from '#server/search/suggest/suggest.ts'

export const GET = endpoint(
  ({ url, locals }) => suggest(locals.deps, { text: parse(SuggestionQuery, queryOf(url)).q }),
  { cache: { maxAge: 60, swr: 600, tags: ['clips', 'categories'] } },
)
