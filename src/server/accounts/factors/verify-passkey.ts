import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server'
import type { PasskeyAnswer } from '#contract/accounts/factors.ts'
import { AppError } from '#contract/errors.ts'
import type { Db } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { CHALLENGE_MS } from './challenges.ts'

/** A hundred modules, so loaded on first use. */
export const webauthn = () => import('@simplewebauthn/server')

/** Turns the library's refusal into our error; its message, without the challenges in it, goes to the log. */
export function refused({ log, userId }: { log: Deps['log']; userId: number }) {
  return ({ message }: Error): never => {
    log.info({ userId, reason: message.replace(/"[^"]*"/g, '"…"') }, 'passkey refused')
    throw new AppError('factorWrong')
  }
}

interface Asked {
  userId: number
  challenge: string
  /** Whether the authenticator must have checked the person, by PIN, finger or face. */
  mustVerify: boolean
  answer: PasskeyAnswer
}

/**
 * Accepts a passkey's signature, in the caller's transaction, which also uses up the challenge. A counter that does not
 * rise means a copied authenticator. @throws AppError('factorWrong')
 */
export async function acceptPasskey(
  trx: Db,
  { site, log, now }: Pick<Deps, 'site' | 'log' | 'now'>,
  { userId, challenge, mustVerify, answer }: Asked,
): Promise<void> {
  const key = await trx
    .selectFrom('passkeys')
    .select(['id', 'public_key', 'counter'])
    .where('id', '=', answer.id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (!key) throw new AppError('factorWrong')
  const { verifyAuthenticationResponse } = await webauthn()
  const verification = await verifyAuthenticationResponse({
    response: answer as unknown as AuthenticationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: site.url.origin,
    expectedRPID: site.url.hostname,
    requireUserVerification: mustVerify,
    credential: {
      id: key.id,
      publicKey: new Uint8Array(Buffer.from(key.public_key, 'base64url')),
      counter: key.counter,
    },
  }).catch(refused({ log, userId }))
  if (!verification.verified) throw new AppError('factorWrong')
  const used = await trx
    .updateTable('passkeys')
    .set({ counter: verification.authenticationInfo.newCounter, last_used: now().toISOString() })
    .where('id', '=', key.id)
    .where('counter', '=', key.counter)
    .returning('id')
    .executeTakeFirst()
  // The same key was used concurrently.
  if (!used) throw new AppError('factorWrong')
}

/**
 * What a browser passes to its authenticators. @param userId the passkeys' owner; null: any passkey that can sign in
 * alone
 */
export async function passkeyRequest(
  db: Db,
  { site }: Pick<Deps, 'site'>,
  { userId, challenge, mustVerify }: { userId: number | null; challenge: string; mustVerify: boolean },
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const keys = userId === null ? [] : await passkeysOf(db, userId)
  const { generateAuthenticationOptions } = await webauthn()
  return generateAuthenticationOptions({
    rpID: site.url.hostname,
    challenge: new Uint8Array(Buffer.from(challenge, 'base64url')),
    allowCredentials: keys,
    userVerification: mustVerify ? 'required' : 'preferred',
    timeout: CHALLENGE_MS,
  })
}

/** Ids and transports of an account's passkeys. */
export async function passkeysOf(db: Db, userId: number): Promise<{ id: string; transports: string[] }[]> {
  const rows = await db
    .selectFrom('passkeys')
    .select(['id', 'transports'])
    .where('user_id', '=', userId)
    .execute()
  return rows.map(({ id, transports }) => ({ id, transports: JSON.parse(transports) }))
}
