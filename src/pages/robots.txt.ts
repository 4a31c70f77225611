import type { APIRoute } from 'astro'
import { robotsText } from '#server/discovery/robots.ts'

export const GET: APIRoute = ({ locals, cache }) => {
  cache.set({ maxAge: 86_400, tags: [] })
  return new Response(robotsText(locals.deps.site.url), {
    headers: { 'Content-Type': 'text/plain; charset=utf-8' },
  })
}
