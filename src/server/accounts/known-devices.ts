import type { SignedIn } from '#contract/accounts/accounts.ts'
import { DAY_MS } from '#domain/dates/spans.ts'
import { RETENTION_DAYS } from '#domain/privacy/retention.ts'
import type { Deps } from '#server/deps.ts'
import { after, type SessionDeps } from './session/sessions.ts'
import { parseRefreshToken, randomSecret, sha256 } from './session/tokens.ts'

/** How long a device stays known after its last sign-in. */
export const KNOWN_DEVICE_DAYS = RETENTION_DAYS.knownDevices

/** Identifies a device in its row: the hash of its secret. */
export type KnownDevice = string

/** The device with one of these secrets that has signed in to this account; undefined without one. */
export async function knownDevice(
  { db, now }: SessionDeps,
  account: string,
  secrets: readonly string[],
): Promise<KnownDevice | undefined> {
  if (secrets.length === 0) return undefined
  const row = await db
    .selectFrom('known_devices')
    .innerJoin('users', 'users.id', 'known_devices.user_id')
    .select('secret_hash')
    .where('users.email_normalised', '=', account)
    .where('secret_hash', 'in', secrets.map(sha256))
    .where('expires_at', '>', now().toISOString())
    .executeTakeFirst()
  return row?.secret_hash
}

/**
 * Remembers the device of a sign-in. @param before the device's secrets; this account's is replaced @returns the new
 * secret, which only the device keeps
 */
export async function rememberDevice(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { userId, sessionId, before }: { userId: number; sessionId: string; before: readonly string[] },
): Promise<string> {
  const secret = randomSecret()
  const at = now()
  const row = {
    secret_hash: sha256(secret),
    user_id: userId,
    session_id: sessionId,
    created: at.toISOString(),
    expires_at: after(at, KNOWN_DEVICE_DAYS * DAY_MS),
  }
  await db.transaction().execute(async (trx) => {
    if (before.length > 0)
      await trx
        .deleteFrom('known_devices')
        .where('user_id', '=', userId)
        .where('secret_hash', 'in', before.map(sha256))
        .execute()
    await trx.insertInto('known_devices').values(row).execute()
  })
  return secret
}

/** The session that register, login or a password change began. */
export function sessionIdOf({ refresh_token }: SignedIn): string {
  return parseRefreshToken(refresh_token)?.family ?? ''
}
