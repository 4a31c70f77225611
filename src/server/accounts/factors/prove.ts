import { AppError } from '#contract/errors.ts'
import type { ProofInput } from '#contract/factors.ts'
import { confirmPassword } from '#server/accounts/password/password.ts'
import type { Member } from '#server/accounts/person.ts'
import type { Deps } from '#server/deps.ts'
import { noteProof } from './session-proof.ts'

/**
 * Notes in the session that its member has just shown password or factor.
 * @throws AppError('passwordWrong'), 'tooManyRequests', 'busy'
 */
export async function prove(
  deps: Pick<Deps, 'db' | 'now' | 'rateLimits'>,
  { id, sessionId }: Pick<Member, 'id' | 'sessionId'>,
  shown: ProofInput,
): Promise<void> {
  if (!('password' in shown)) throw new AppError('factorWrong')
  await confirmPassword(deps, id, shown.password)
  await noteProof(deps, sessionId, 'password')
}
