import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server'
import type { SignedIn } from '#contract/accounts/accounts.ts'
import type { FactorShown, PasskeyAnswer, SecondFactorAsked } from '#contract/accounts/factors.ts'
import { AppError } from '#contract/errors.ts'
import type { FactorKind } from '#domain/people/proof.ts'
import { countAttempt, type Visitor } from '#server/accounts/count-attempt.ts'
import { knownDevice } from '#server/accounts/known-devices.ts'
import { type SessionDeps, signIn } from '#server/accounts/session/sessions.ts'
import { acceptFactor, type FactorDeps, lockAccount } from './accept-factor.ts'
import { makeChallenge, ownerOfChallenge, useChallenge } from './challenges.ts'
import { factorKinds } from './session-proof.ts'
import { passkeyRequest, webauthn } from './verify-passkey.ts'

/** A sign-in whose password was right. */
export interface PendingSignIn {
  status: 'SECOND_FACTOR'
  challenge: string
  kinds: FactorKind[]
}

/** Signs in after the right password, in the caller's transaction, unless the account has a second factor. */
export async function signInOrWait(
  deps: SessionDeps,
  who: { userId: number; userAgent: string },
): Promise<SignedIn | PendingSignIn> {
  const { userId } = who
  const kinds = await factorKinds(deps.db, userId)
  if (kinds.length === 0) return signIn(deps, who)
  return {
    status: 'SECOND_FACTOR',
    challenge: await makeChallenge(deps, { purpose: 'signIn', userId }),
    kinds,
  }
}

export async function askSecondFactor(
  { db, site }: Pick<FactorDeps, 'db' | 'site'>,
  userId: number,
  pending: PendingSignIn,
): Promise<SecondFactorAsked> {
  if (!pending.kinds.includes('passkey')) return pending
  const { challenge } = pending
  const passkey = await passkeyRequest(db, { site }, { userId, challenge, mustVerify: false })
  return { ...pending, passkey: { ...passkey } }
}

/**
 * Finishes a sign-in by the second factor. A wrong one leaves it waiting.
 * @throws AppError('challengeExpired'), 'factorWrong', 'tooManyRequests'
 */
export async function finishSignIn(
  deps: FactorDeps,
  { challenge, shown }: { challenge: string; shown: FactorShown },
  visitor: Visitor,
): Promise<SignedIn> {
  const userId = await ownerOfChallenge(deps, challenge)
  const giveBack = 'code' in shown ? await countCode(deps, userId, visitor) : undefined
  if ('passkey' in shown) await webauthn()
  const signedIn = await deps.db.transaction().execute(async (trx) => {
    await lockAccount(trx, userId)
    await useChallenge(trx, deps.now(), { challenge, purpose: 'signIn', userId })
    const factor = await acceptFactor(trx, deps, { userId, shown, challenge, mustVerify: false })
    const at = deps.now().toISOString()
    const proof = { password_at: at, factor_at: at, factor }
    return signIn({ db: trx, now: deps.now }, { userId, userAgent: visitor.userAgent, proof })
  })
  await giveBack?.()
  return signedIn
}

/**
 * Counts a code of an app; nothing else can be guessed. Returns what to call when it was right. @throws
 * AppError('tooManyRequests')
 */
async function countCode(deps: FactorDeps, userId: number, { address, deviceSecrets = [] }: Visitor) {
  const { email_normalised, password_hash } = await deps.db
    .selectFrom('users')
    .select(['email_normalised', 'password_hash'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const device = await knownDevice(deps, email_normalised, deviceSecrets)
  const { failedCodesOfDevice, failedCodes, failedCodesOfAccount } = deps.rateLimits
  return countAttempt(
    { ofDevice: failedCodesOfDevice, here: failedCodes, ofAccount: failedCodesOfAccount },
    { device, address, guessed: `${email_normalised} ${password_hash}` },
  )
}

/** The challenge for a passkey that signs in alone. @throws AppError('tooManyRequests') */
export async function askAnyPasskey(
  deps: FactorDeps,
  { address }: Pick<Visitor, 'address'>,
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  await deps.rateLimits.passkeyChallenges.take(address)
  const challenge = await makeChallenge(deps, { purpose: 'passkey', userId: null })
  return passkeyRequest(deps.db, deps, { userId: null, challenge, mustVerify: true })
}

/**
 * Signs in by a passkey alone; the authenticator must have checked the person. @throws AppError('factorWrong'),
 * 'challengeExpired'
 */
export async function signInByPasskey(
  deps: FactorDeps,
  { challenge, passkey }: { challenge: string; passkey: PasskeyAnswer },
  { userAgent }: Pick<Visitor, 'userAgent'>,
): Promise<SignedIn> {
  const key = await deps.db
    .selectFrom('passkeys')
    .select('user_id')
    .where('id', '=', passkey.id)
    .executeTakeFirst()
  if (!key) throw new AppError('factorWrong')
  const userId = key.user_id
  await webauthn()
  return deps.db.transaction().execute(async (trx) => {
    await lockAccount(trx, userId)
    await useChallenge(trx, deps.now(), { challenge, purpose: 'passkey', userId: null })
    const factor = await acceptFactor(trx, deps, { userId, shown: { passkey }, challenge, mustVerify: true })
    const proof = { password_at: null, factor_at: deps.now().toISOString(), factor }
    return signIn({ db: trx, now: deps.now }, { userId, userAgent, proof })
  })
}
