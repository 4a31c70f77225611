import { Secret, TOTP } from 'otpauth'
import type { Db } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'

/** Supported by every app. */
const PERIOD_SECONDS = 30
/** How many steps a phone's clock may be off, either way. */
const DRIFT_STEPS = 1
const SECRET_BYTES = 20

/** Base32, for the app. */
export function newTotpSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32
}

/** The `otpauth://…` URL for the QR code. */
export function totpUri(secret: string, { site, email }: { site: string; email: string }): string {
  return totp(secret, { issuer: site, label: email }).toString()
}

/** The step of 30 seconds that a code belongs to; undefined for a wrong one. */
function stepOfCode(secret: string, code: string, now: Date): number | undefined {
  const token = code.normalize('NFKC').replace(/[\s-]/g, '')
  if (!/^\d{6}$/.test(token)) return undefined
  const delta = totp(secret).validate({ token, timestamp: now.getTime(), window: DRIFT_STEPS })
  return delta === null ? undefined : Math.floor(now.getTime() / 1000 / PERIOD_SECONDS) + delta
}

/**
 * Accepts a code of the account's app, in the caller's transaction; each code once, and none older than the last.
 * @param isPending checks an app that is being set up
 */
export async function acceptCode(
  trx: Db,
  { secrets, log, now }: Pick<Deps, 'secrets' | 'log' | 'now'>,
  { userId, code, isPending = false }: { userId: number; code: string; isPending?: boolean },
): Promise<boolean> {
  const app = await trx
    .selectFrom('authenticator_apps')
    .select('sealed_secret')
    .where('user_id', '=', userId)
    .where('confirmed_at', isPending ? 'is' : 'is not', null)
    .executeTakeFirst()
  if (!app) return false
  const secret = secrets.open(app.sealed_secret, secretOwner(userId))
  if (!secret)
    log.error({ userId }, 'the secret of an authenticator app is unreadable: MEDIA_KEYS was changed')
  const step = secret && stepOfCode(secret, code, now())
  if (!step) return false
  const at = now().toISOString()
  const accepted = await trx
    .updateTable('authenticator_apps')
    .set({ last_step: step, last_used: at, ...(isPending && { confirmed_at: at }) })
    .where('user_id', '=', userId)
    .where('sealed_secret', '=', app.sealed_secret)
    .where('last_step', '<', step)
    .returning('user_id')
    .executeTakeFirst()
  return accepted !== undefined
}

/** Owner of the account's secret in `secrets`. */
export function secretOwner(userId: number): string {
  return `authenticator app of ${userId}`
}

function totp(secret: string, { issuer = '', label = '' } = {}): TOTP {
  return new TOTP({ issuer, label, secret, algorithm: 'SHA1', digits: 6, period: PERIOD_SECONDS })
}
