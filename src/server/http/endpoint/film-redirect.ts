import type { APIContext } from 'astro'
import { AppError } from '#contract/errors.ts'
import { type Member, memberByAccessToken } from '#server/accounts/person.ts'
import { memberOf } from './bearer.ts'

/** Sec-Fetch-Dest of a page or frame; it would show the token in its address. */
const NAVIGATIONS = ['document', 'iframe', 'frame', 'embed', 'object']

/** Only players on our own pages. @throws AppError('crossSite'), 'forbidden' for a page or frame */
export function refuseNavigation({ headers }: Request): void {
  if (headers.get('sec-fetch-site') === 'cross-site') throw new AppError('crossSite')
  if (NAVIGATIONS.includes(headers.get('sec-fetch-dest') ?? ''))
    throw new AppError('forbidden', 'this address is for players')
}

/**
 * The member by `?token=`, since video elements send no headers, or by bearer. @throws AppError('badRequest'),
 * 'tokenInvalid'
 */
export async function memberByTokenOrBearer(context: APIContext): Promise<Member | undefined> {
  const token = context.url.searchParams.get('token')
  if (token === null) return bearerOf(context)
  if (context.request.headers.has('authorization'))
    throw new AppError('badRequest', 'token: not together with an Authorization header')
  const member = await memberByAccessToken(context.locals.deps, token)
  if (!member) throw new AppError('tokenInvalid')
  return member
}

/** The member by bearer, for a call that anyone may make. @throws AppError('tokenInvalid') */
export async function bearerOf({ locals, request }: APIContext): Promise<Member | undefined> {
  return locals.byKey ?? memberOf(locals.deps, request.headers.get('authorization'), { scope: 'none' })
}

/** Redirects a player to the film without sending it the Referer. */
export function redirectToFilm(location: string): Response {
  const headers = {
    Location: location,
    'Cache-Control': 'private, no-store',
    'Referrer-Policy': 'no-referrer',
  }
  return new Response(null, { status: 302, headers })
}
