import { CategoryParams, PageQuery } from '#contract/clips.ts'
import { getCategory } from '#server/clips/list-categories.ts'
import { listSources } from '#server/clips/list-sources.ts'
import { endpoint, parse, queryOf } from '#server/http/endpoint/endpoint.ts'

export const GET = endpoint(
  async ({ params, url, locals }) => {
    const { id } = parse(CategoryParams, params)
    const { offset } = parse(PageQuery, queryOf(url))
    const { key } = await getCategory(locals.deps, id)
    return listSources(locals.deps, { category: key, offset })
  },
  { cache: { maxAge: 60, swr: 3600, tags: ['clips', 'categories'] } },
)
