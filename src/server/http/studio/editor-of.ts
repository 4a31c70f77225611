import { AppError } from '#contract/errors.ts'
import { mayEdit } from '#domain/membership/membership.ts'
import { type Member, memberByAccessToken } from '#server/accounts/person.ts'
import type { Deps } from '#server/deps.ts'
import { bearerIn } from '#server/http/endpoint/bearer.ts'

/** Who asks, where no Astro route is. @throws AppError('signInRequired' | 'tokenInvalid' | 'forbidden') */
export async function editorOf(
  deps: Pick<Deps, 'db' | 'now'>,
  authorization: string | undefined,
): Promise<Member> {
  if (authorization === undefined) throw new AppError('signInRequired')
  const token = bearerIn(authorization)
  const member = token && (await memberByAccessToken(deps, token))
  if (!member) throw new AppError('tokenInvalid')
  if (!mayEdit(member)) throw new AppError('forbidden')
  return member
}
