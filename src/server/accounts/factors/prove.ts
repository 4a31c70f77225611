import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server'
import type { ProofInput } from '#contract/accounts/factors.ts'
import { confirmPassword } from '#server/accounts/password/password.ts'
import type { Member } from '#server/accounts/person.ts'
import { acceptFactor, type FactorDeps } from './accept-factor.ts'
import { makeChallenge, useChallenge } from './challenges.ts'
import { noteProof } from './session-proof.ts'
import { passkeyRequest, webauthn } from './verify-passkey.ts'

type Prover = Pick<Member, 'id' | 'sessionId'>

/**
 * Notes in the session that its member has just shown password or factor.
 * @throws AppError('passwordWrong' | 'factorWrong'), 'challengeExpired', 'tooManyRequests', 'busy'
 */
export async function prove(
  deps: FactorDeps,
  { id: userId, sessionId }: Prover,
  shown: ProofInput,
): Promise<void> {
  if ('password' in shown) {
    await confirmPassword(deps, userId, shown.password)
    return noteProof(deps, sessionId, 'password')
  }
  if ('passkey' in shown) await webauthn()
  else await deps.rateLimits.codeConfirmations.take(String(userId))
  const challenge = 'passkey' in shown ? shown.challenge : ''
  await deps.db.transaction().execute(async (trx) => {
    if (challenge) await useChallenge(trx, deps.now(), { challenge, purpose: 'proof', userId, sessionId })
    const kind = await acceptFactor(trx, deps, { userId, shown, challenge, mustVerify: true })
    await noteProof({ db: trx, now: deps.now }, sessionId, kind)
  })
  if (!('passkey' in shown)) await deps.rateLimits.codeConfirmations.forget(String(userId))
}

/** The challenge that one of the member's passkeys signs as proof. @throws AppError('tooManyRequests') */
export async function askOwnPasskey(
  deps: FactorDeps,
  { id: userId, sessionId }: Prover,
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  await deps.rateLimits.passkeyChallenges.take(`user ${userId}`)
  const challenge = await makeChallenge(deps, { purpose: 'proof', userId, sessionId })
  return passkeyRequest(deps.db, deps, { userId, challenge, mustVerify: true })
}
