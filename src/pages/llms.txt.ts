import type { APIRoute } from 'astro'
import { llmsText } from '#server/discovery/llms.ts'

export const GET: APIRoute = ({ locals, cache }) => {
  cache.set({ maxAge: 86_400, tags: ['shop'] })
  return new Response(llmsText(locals.deps.site), {
    headers: { 'Content-Type': 'text/plain; charset=utf-8' },
  })
}
