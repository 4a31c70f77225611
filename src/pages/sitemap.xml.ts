import { sitemapIndex } from '#server/discovery/sitemaps.ts'
import { xmlAnswer } from '#server/discovery/xml-answer.ts'
import { endpoint } from '#server/http/endpoint/endpoint.ts'

export const GET = endpoint(async ({ locals, cache }) => {
  cache.set({ maxAge: 3600, swr: 86_400, tags: ['clips'] })
  return xmlAnswer(await sitemapIndex(locals.deps))
})
