import type { PublicKeyCredentialCreationOptionsJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import type { FactorAdded, NewPasskey } from '#contract/accounts/factors.ts'
import { AppError } from '#contract/errors.ts'
import type { Member } from '#server/accounts/person.ts'
import type { Deps } from '#server/deps.ts'
import { type FactorDeps, lockAccount } from './accept-factor.ts'
import { CHALLENGE_MS, makeChallenge, useChallenge } from './challenges.ts'
import { factorAdded, factorRemoved } from './change-factors.ts'
import { factorKinds } from './session-proof.ts'
import { passkeysOf, refused, webauthn } from './verify-passkey.ts'

/**
 * EdDSA, ES256 and RS256: what authenticators have. The library's default would also ask Node for experimental ones.
 */
const ALGORITHMS = [-8, -7, -257]

/** More devices than anybody has. */
const MOST_PASSKEYS = 20

/** What a browser passes to its authenticators, to make a passkey. @throws AppError('badRequest') for one too many, 'tooManyRequests' */
export async function askNewPasskey(
  deps: FactorDeps,
  { id: userId, email, name, sessionId }: Member,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  await deps.rateLimits.passkeyChallenges.take(`user ${userId}`)
  const present = await passkeysOf(deps.db, userId)
  if (present.length >= MOST_PASSKEYS) throw new AppError('badRequest', `at most ${MOST_PASSKEYS} passkeys`)
  const challenge = await makeChallenge(deps, { purpose: 'register', userId, sessionId })
  const { generateRegistrationOptions } = await webauthn()
  return generateRegistrationOptions({
    rpName: deps.site.name,
    rpID: deps.site.url.hostname,
    userName: email,
    userDisplayName: name,
    userID: new TextEncoder().encode(String(userId)),
    challenge: new Uint8Array(Buffer.from(challenge, 'base64url')),
    timeout: CHALLENGE_MS,
    attestationType: 'none',
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: present,
    // A security key without a PIN serves as second factor, too.
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  })
}

/** Adds the passkey that was made. @throws AppError('factorWrong'), 'challengeExpired' */
export async function addPasskey(
  deps: FactorDeps,
  { id: userId, sessionId }: Pick<Member, 'id' | 'sessionId'>,
  { challenge, name, passkey }: NewPasskey,
): Promise<FactorAdded> {
  const { now } = deps
  const key = await madePasskey(deps, userId, { challenge, passkey })
  return deps.db.transaction().execute(async (trx) => {
    await lockAccount(trx, userId)
    await useChallenge(trx, now(), { challenge, purpose: 'register', userId, sessionId })
    const isFirst = (await factorKinds(trx, userId)).length === 0
    const added = await trx
      .insertInto('passkeys')
      .values({ ...key, user_id: userId, name, created: now().toISOString() })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!added) throw new AppError('factorWrong', 'this passkey is known already')
    const what = { change: 'passkeyAdded', action: 'factor.add', detail: { kind: 'passkey' } } as const
    return factorAdded(trx, now, { userId, sessionId, kind: 'passkey', isFirst, ...what })
  })
}

async function madePasskey(
  { site, log }: FactorDeps,
  userId: number,
  { challenge, passkey }: Pick<NewPasskey, 'challenge' | 'passkey'>,
) {
  const { verifyRegistrationResponse } = await webauthn()
  const { registrationInfo } = await verifyRegistrationResponse({
    response: passkey as unknown as RegistrationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: site.url.origin,
    expectedRPID: site.url.hostname,
    requireUserVerification: false,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(refused({ log, userId }))
  if (!registrationInfo) throw new AppError('factorWrong')
  const { id, publicKey, counter, transports = [] } = registrationInfo.credential
  return {
    id,
    public_key: Buffer.from(publicKey).toString('base64url'),
    counter,
    transports: JSON.stringify(transports),
  }
}

/** @throws AppError('notFound') if the account has no such passkey */
export async function renamePasskey(
  { db }: Pick<Deps, 'db'>,
  userId: number,
  { id, name }: { id: string; name: string },
): Promise<void> {
  const renamed = await db
    .updateTable('passkeys')
    .set({ name })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('id')
    .executeTakeFirst()
  if (!renamed) throw new AppError('notFound')
}

/** Removes a passkey and signs the other devices out. @throws AppError('notFound') if the account has no such passkey */
export async function removePasskey(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { id: userId, sessionId }: Pick<Member, 'id' | 'sessionId'>,
  id: string,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lockAccount(trx, userId)
    const gone = await trx
      .deleteFrom('passkeys')
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .returning('id')
      .executeTakeFirst()
    if (!gone) throw new AppError('notFound')
    const detail = { kind: 'passkey' }
    const what = { change: 'passkeyRemoved', action: 'factor.remove', detail } as const
    await factorRemoved(trx, now, { userId, sessionId, ...what })
  })
}
