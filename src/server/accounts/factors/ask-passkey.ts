import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server'
import type { Db } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { CHALLENGE_MS } from './challenges.ts'
import { webauthn } from './verify-passkey.ts'

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
