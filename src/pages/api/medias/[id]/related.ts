import { PageQuery, SourceParams } from '#contract/clips.ts'
import { endpoint, parse, queryOf } from '#server/http/endpoint/endpoint.ts'
import { relatedSources } from '#server/search/related/related-sources.ts'

export const GET = endpoint(
  ({ params, url, locals }) => {
    const { id } = parse(SourceParams, params)
    const { offset } = parse(PageQuery, queryOf(url))
    return relatedSources(locals.deps, { id, offset })
  },
  { cache: { maxAge: 60, swr: 3600, tags: ['clips'] } },
)
