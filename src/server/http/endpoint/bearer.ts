import type { APIContext } from 'astro'
import { AppError } from '#contract/errors.ts'
import { isAdmin, isPaid, mayEdit } from '#domain/membership/membership.ts'
import { type Member, memberByAccessToken } from '#server/accounts/person.ts'

const BEARER = /^Bearer +([A-Za-z0-9\-._~+/]+=*) *$/i

/** The token of `Authorization: Bearer`, valid or not. */
export function bearerTokenOf({ headers }: Request): string | undefined {
  return BEARER.exec(headers.get('authorization') ?? '')?.[1]
}

/** The member by `Authorization: Bearer`; undefined without the header. @throws AppError('tokenInvalid') */
export async function memberOf({ request, locals }: APIContext): Promise<Member | undefined> {
  if (!request.headers.has('authorization')) return undefined
  const token = bearerTokenOf(request)
  const member = token && (await memberByAccessToken(locals.deps, token))
  if (!member) throw new AppError('tokenInvalid')
  return member
}

/** @throws AppError('signInRequired') without a token, 'tokenInvalid' as memberOf() */
export async function requireMember(context: APIContext): Promise<Member> {
  const member = await memberOf(context)
  if (!member) throw new AppError('signInRequired')
  return member
}

/** @throws AppError('upgradeRequired') for a free member, else as requireMember() */
export async function requirePaid(context: APIContext): Promise<Member> {
  const member = await requireMember(context)
  if (!isPaid(member)) throw new AppError('upgradeRequired')
  return member
}

/** @throws AppError('forbidden') for others than the admin and editors, else as requireMember() */
export async function requireEditor(context: APIContext): Promise<Member> {
  const member = await requireMember(context)
  if (!mayEdit(member)) throw new AppError('forbidden')
  return member
}

/** @throws AppError('forbidden') for others than the admin, else as requireMember() */
export async function requireAdmin(context: APIContext): Promise<Member> {
  const member = await requireMember(context)
  if (!isAdmin(member)) throw new AppError('forbidden')
  return member
}
