import { SourceParams } from '#contract/clips.ts'
import { getSource } from '#server/clips/get-source.ts'
import { endpoint, parse } from '#server/http/endpoint/endpoint.ts'

export const GET = endpoint(({ params, locals }) => getSource(locals.deps, parse(SourceParams, params).id), {
  cache: { maxAge: 60, swr: 3600, tags: ['clips'] },
})
