import { OembedQuery } from '#contract/oembed.ts'
import { oembed } from '#server/discovery/oembed.ts'
import { endpoint, parse, queryOf } from '#server/http/endpoint/endpoint.ts'

export const GET = endpoint(async ({ url, locals, cache }) => {
  const answer = await oembed(locals.deps, parse(OembedQuery, queryOf(url)))
  cache.set({ maxAge: 300, swr: 3600, tags: ['clips'] })
  // Made for scripts of other sites.
  return Response.json(answer, { headers: { 'Access-Control-Allow-Origin': '*' } })
})
