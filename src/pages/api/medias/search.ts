import { SearchQuery } from '#contract/clips.ts'
import { endpoint, parse, queryOf } from '#server/http/endpoint.ts'
import { searchSources } from '#server/search/search-sources.ts'

export const GET = endpoint(
  ({ url, locals }) => {
    const { q, offset } = parse(SearchQuery, queryOf(url))
    return searchSources(locals.deps, { text: q, offset })
  },
  { cache: { maxAge: 60, swr: 600, tags: ['clips'] } },
)
