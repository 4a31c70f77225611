import type { Caller } from '#contract/call.ts'
import { AppError } from '#contract/errors.ts'
import { isAdmin, isPaid, mayEdit } from '#domain/membership/membership.ts'
import { requireStaffProof } from '#server/accounts/factors/session-proof.ts'
import { type Member, memberByAccessToken } from '#server/accounts/person.ts'
import type { Deps } from '#server/deps.ts'

const BEARER = /^Bearer +([A-Za-z0-9\-._~+/]+=*) *$/i

/** The token of an `Authorization` header, valid or not. */
export const bearerIn = (authorization: string | null = '') => BEARER.exec(authorization ?? '')?.[1]

type BearerDeps = Pick<Deps, 'db' | 'now'>
/** The header `Authorization`, if there is one. */
type Authorization = string | null | undefined

/** The member by `Authorization: Bearer`; undefined without the header. @throws AppError('tokenInvalid') */
export async function memberOf(deps: BearerDeps, authorization: Authorization): Promise<Member | undefined> {
  if (authorization === null || authorization === undefined) return undefined
  const token = bearerIn(authorization)
  const member = token && (await memberByAccessToken(deps, token))
  if (!member) throw new AppError('tokenInvalid')
  return member
}

/**
 * The member, if the right suffices. @throws AppError('signInRequired' | 'tokenInvalid' | 'upgradeRequired' | 'forbidden'),
 * for the studio 'factorRequired' in a session without the account's second factor, 'factorMissing' for an account
 * without one where the shop asks for it
 */
export async function requireCaller(
  deps: BearerDeps,
  authorization: Authorization,
  may: Exclude<Caller, 'anyone'>,
): Promise<Member> {
  const member = await memberOf(deps, authorization)
  if (!member) throw new AppError('signInRequired')
  if (may === 'paid' && !isPaid(member)) throw new AppError('upgradeRequired')
  if (may === 'admin' && !isAdmin(member)) throw new AppError('forbidden')
  if (may === 'editor' && !mayEdit(member)) throw new AppError('forbidden')
  if (may === 'admin' || may === 'editor') await requireStaffProof(deps, member.sessionId)
  return member
}
