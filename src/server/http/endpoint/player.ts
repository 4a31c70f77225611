import type { APIContext } from 'astro'
import { AppError } from '#contract/errors.ts'
import { type Member, memberByAccessToken } from '#server/accounts/member.ts'
import { memberOf } from './bearer.ts'

/** Where a browser would show what comes as a page of its own or a frame, with the token in its address. */
const PAGES = ['document', 'iframe', 'frame', 'embed', 'object']

/**
 * For routes that lead to a full film, or take a token in the address: they answer players on our own pages only.
 * @throws AppError('crossSite') for another site's, 'forbidden' where it would be a page
 */
export function refusePages({ headers }: Request): void {
  if (headers.get('sec-fetch-site') === 'cross-site') throw new AppError('crossSite')
  if (PAGES.includes(headers.get('sec-fetch-dest') ?? ''))
    throw new AppError('forbidden', 'this address is for players')
}

/**
 * Who plays: by `?token=`, which a video element cannot send otherwise, or by bearer; undefined for neither.
 * @throws AppError('badRequest') for both at once, 'tokenInvalid' for a token that is not good
 */
export async function playerOf(context: APIContext): Promise<Member | undefined> {
  const token = context.url.searchParams.get('token')
  if (token === null) return memberOf(context)
  if (context.request.headers.has('authorization'))
    throw new AppError('badRequest', 'token: not together with an Authorization header')
  const member = await memberByAccessToken(context.locals.deps, token)
  if (!member) throw new AppError('tokenInvalid')
  return member
}

/** Sends a player to where the film is, without the address that it came from. */
export function filmAt(location: string): Response {
  const headers = {
    Location: location,
    'Cache-Control': 'private, no-store',
    'Referrer-Policy': 'no-referrer',
  }
  return new Response(null, { status: 302, headers })
}
