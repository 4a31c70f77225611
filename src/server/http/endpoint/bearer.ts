import type { Call, Caller } from '#contract/call.ts'
import { AppError } from '#contract/errors.ts'
import { isAdmin, isPaid, mayEdit } from '#domain/membership/membership.ts'
import { isKey } from '#domain/people/key-scopes.ts'
import { requireStaffProof } from '#server/accounts/factors/session-proof.ts'
import { memberByKey } from '#server/accounts/keys/api-keys.ts'
import { type Member, memberByAccessToken } from '#server/accounts/person.ts'
import type { Deps } from '#server/deps.ts'
import { type Spent, tooMany } from '#server/limits/rate-limits.ts'

const BEARER = /^Bearer +([A-Za-z0-9\-._~+/]+=*) *$/i

/** The token of an `Authorization` header, valid or not. */
export const bearerIn = (authorization: string | null = '') => BEARER.exec(authorization ?? '')?.[1]

type BearerDeps = Pick<Deps, 'db' | 'now' | 'rateLimits'>
/** The header `Authorization`, if there is one. */
type Authorization = string | null | undefined

/** Whether a program sends a key of its owner, valid or not. */
export const carriesKey = (authorization: Authorization) => isKey(bearerIn(authorization ?? null) ?? '')

/** What a key needs here. */
export interface Wanted extends Pick<Call, 'scope'> {
  /** Told of the key's limit, refused or not. */
  onSpent?: (spent: Spent) => void
}

/**
 * The member by `Authorization: Bearer`, an access token or a key, which is counted; undefined without the header.
 * @throws AppError('tokenInvalid'), for a key also 'tooManyRequests' and 'scopeMissing'
 */
export async function memberOf(
  deps: BearerDeps,
  authorization: Authorization,
  { scope, onSpent }: Wanted,
): Promise<Member | undefined> {
  if (authorization === null || authorization === undefined) return undefined
  const token = bearerIn(authorization)
  const find = token && isKey(token) ? memberByKey : memberByAccessToken
  const member = token && (await find(deps, token))
  if (!member) throw new AppError('tokenInvalid')
  const { key } = member
  if (!key) return member
  const spent = await deps.rateLimits.keyCalls.spend(String(key.id))
  onSpent?.(spent)
  if (spent.isOver) throw tooMany(spent.resetSeconds)
  if (scope === 'none' || !key.scopes.includes(scope)) throw new AppError('scopeMissing', needed(scope))
  return member
}

const needed = (scope: Call['scope']) => (scope === 'none' ? 'no key is' : `it lacks the scope ${scope}`)

/** Who may send files to the studio. */
export const EDITOR = { may: 'editor', scope: 'manage' } as const

/**
 * The member, if the right suffices. @throws as memberOf(); AppError('signInRequired' | 'upgradeRequired' | 'forbidden'),
 * for the studio 'factorRequired' in a session without the account's second factor, 'factorMissing' for an account
 * without one where the shop asks for it
 */
export async function requireCaller(
  deps: BearerDeps,
  authorization: Authorization,
  { may, ...wanted }: Wanted & { may: Exclude<Caller, 'anyone'> },
): Promise<Member> {
  const member = await memberOf(deps, authorization, wanted)
  if (!member) throw new AppError('signInRequired')
  if (may === 'paid' && !isPaid(member)) throw new AppError('upgradeRequired')
  if (may === 'admin' && !isAdmin(member)) throw new AppError('forbidden')
  if (may === 'editor' && !mayEdit(member)) throw new AppError('forbidden')
  if (may === 'admin' || may === 'editor') await requireStaffProof(deps, member)
  return member
}
