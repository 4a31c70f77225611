import { AppError } from '#contract/errors.ts'
import { mayEdit } from '#domain/membership/membership.ts'
import { requireStaffProof } from '#server/accounts/factors/session-proof.ts'
import { type Member, memberByAccessToken } from '#server/accounts/person.ts'
import type { Deps } from '#server/deps.ts'
import { bearerIn } from '#server/http/endpoint/bearer.ts'

/**
 * As requireEditor(), outside Astro's routes. @throws AppError('signInRequired' | 'tokenInvalid' | 'forbidden' |
 * 'factorRequired' | 'factorMissing')
 */
export async function editorOf(
  deps: Pick<Deps, 'db' | 'now'>,
  authorization: string | undefined,
): Promise<Member> {
  if (authorization === undefined) throw new AppError('signInRequired')
  const token = bearerIn(authorization)
  const member = token && (await memberByAccessToken(deps, token))
  if (!member) throw new AppError('tokenInvalid')
  if (!mayEdit(member)) throw new AppError('forbidden')
  await requireStaffProof(deps, member.sessionId)
  return member
}
