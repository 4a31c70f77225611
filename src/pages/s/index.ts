import type { APIRoute } from 'astro'
import { localePath } from '#domain/address/locale-path.ts'
import { searchPath } from '#domain/address/search-path.ts'

/** Target of the header's form without JavaScript: redirects to the search's own URL, or home without a term. */
export const GET: APIRoute = ({ url, locals, redirect }) =>
  redirect(localePath(locals.locale, searchPath(url.searchParams.get('q') ?? '')), 303)
