import type { APIRoute } from 'astro'
import { securityText } from '#server/discovery/security-text.ts'

export const GET: APIRoute = ({ locals, cache }) => {
  cache.set({ maxAge: 86_400, tags: [] })
  const { site, now } = locals.deps
  return new Response(securityText(site, now()), {
    headers: { 'Content-Type': 'text/plain; charset=utf-8' },
  })
}
