import * as z from 'zod/mini'
import { wholeNumber } from '#contract/clips/clips.ts'
import { AppError } from '#contract/errors.ts'
import { clipsSitemap } from '#server/discovery/sitemaps.ts'
import { xmlAnswer } from '#server/discovery/xml-answer.ts'
import { endpoint } from '#server/http/endpoint/endpoint.ts'

const Params = z.object({ part: wholeNumber(99_999) })

/** A .gz file, not a compressed response: it is cached as it is, and its XML is never whole in memory. */
export const GET = endpoint(async ({ params, locals, cache }) => {
  const asked = Params.safeParse(params)
  if (!asked.success) throw new AppError('notFound')
  cache.set({ maxAge: 3600, swr: 86_400, tags: ['clips'] })
  return xmlAnswer(await clipsSitemap(locals.deps, asked.data.part), 'application/gzip')
})
