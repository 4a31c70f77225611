import { SearchQuery } from '#contract/search.ts'
import { termText } from '#domain/address/search-path.ts'
import { endpoint, parse, queryOf } from '#server/http/endpoint/endpoint.ts'
import { searchSources } from '#server/search/query/search-sources.ts'

export const GET = endpoint(
  ({ url, locals }) => {
    const { q, facets, ...search } = parse(SearchQuery, queryOf(url))
    return searchSources(locals.deps, { ...search, text: termText(q), facets: facets === '1' })
  },
  { cache: { maxAge: 60, swr: 600, tags: ['clips'] } },
)
