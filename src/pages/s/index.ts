import type { APIRoute } from 'astro'
import { localePath } from '#domain/address/locale-path.ts'
import { searchPath } from '#domain/address/search-path.ts'

/** Where the header's form arrives without JavaScript: on to the term's own address, or home without one. */
export const GET: APIRoute = ({ url, locals, redirect }) =>
  redirect(localePath(locals.locale, searchPath(url.searchParams.get('q') ?? '')), 303)
