import type { APIContext } from 'astro'
import type { Caller } from '#contract/call.ts'
import { AppError } from '#contract/errors.ts'
import { isAdmin, isPaid, mayEdit } from '#domain/membership/membership.ts'
import type { WantedProof } from '#domain/people/proof.ts'
import { requireProof, requireStaffProof } from '#server/accounts/factors/session-proof.ts'
import { type Member, memberByAccessToken } from '#server/accounts/person.ts'

const BEARER = /^Bearer +([A-Za-z0-9\-._~+/]+=*) *$/i

/** The token of `Authorization: Bearer`, valid or not. */
export function bearerTokenOf({ headers }: Request): string | undefined {
  return bearerIn(headers.get('authorization') ?? '')
}

/** The token of the header's value, valid or not. */
export const bearerIn = (header: string) => BEARER.exec(header)?.[1]

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

/**
 * The member, if the right suffices. @throws AppError('upgradeRequired' | 'forbidden'), for the studio 'factorRequired'
 * in a session without the account's second factor and 'factorMissing' for an account without one where the shop asks
 * for it, else as requireMember()
 */
export async function requireCaller(context: APIContext, may: Exclude<Caller, 'anyone'>): Promise<Member> {
  const member = await requireMember(context)
  if (may === 'paid' && !isPaid(member)) throw new AppError('upgradeRequired')
  if (may === 'admin' && !isAdmin(member)) throw new AppError('forbidden')
  if (may === 'editor' && !mayEdit(member)) throw new AppError('forbidden')
  if (may === 'admin' || may === 'editor') await requireStaffProof(context.locals.deps, member.sessionId)
  return member
}

/** @throws AppError('upgradeRequired') for a free member, else as requireMember() */
export async function requirePaid(context: APIContext): Promise<Member> {
  const member = await requireMember(context)
  if (!isPaid(member)) throw new AppError('upgradeRequired')
  return member
}

/**
 * @throws AppError('forbidden') for everybody but the admin and editors, 'factorRequired' for a session without the
 * account's second factor, 'factorMissing' for an account without one where the shop asks for it, else as
 * requireMember()
 */
export async function requireEditor(context: APIContext): Promise<Member> {
  const member = await requireMember(context)
  if (!mayEdit(member)) throw new AppError('forbidden')
  await requireStaffProof(context.locals.deps, member.sessionId)
  return member
}

/** @throws AppError('forbidden') for everybody but the admin, else as requireEditor() */
export async function requireAdmin(context: APIContext): Promise<Member> {
  const member = await requireMember(context)
  if (!isAdmin(member)) throw new AppError('forbidden')
  await requireStaffProof(context.locals.deps, member.sessionId)
  return member
}

/**
 * For sensitive actions: the member must have given password or factor in this session within the last minutes.
 * Browsers call such an endpoint by `requestWithProof`, which asks and repeats the call. @returns the member, as
 * requireMember() @throws AppError('proofRequired'), or 'factorRequired' as requireEditor()
 */
export function requireRecentProof(context: APIContext, wish: { minutes?: number } = {}): Promise<Member> {
  return requireMemberWithProof(context, { wanted: 'any', ...wish })
}

/** The same with both password and factor, if the account has one. @throws AppError('fullProofRequired') */
export function requireFullProof(context: APIContext): Promise<Member> {
  return requireMemberWithProof(context, { wanted: 'full' })
}

async function requireMemberWithProof(
  context: APIContext,
  wish: { wanted: WantedProof; minutes?: number },
): Promise<Member> {
  const member = await requireMember(context)
  await requireProof(context.locals.deps, member.sessionId, wish)
  return member
}
