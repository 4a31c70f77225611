import type { SignedIn } from '#contract/accounts/accounts.ts'
import { AppError } from '#contract/errors.ts'
import { voidMailTokens } from '#server/accounts/mail/mail-tokens.ts'
import { endSessionsOf } from '#server/accounts/session/end-session.ts'
import { signIn } from '#server/accounts/session/sessions.ts'
import type { Db } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import { confirmPassword, hashPassword, refuseCommonPassword } from './password.ts'

/**
 * Changes the password and ends every session, mailed link and change of the address; this device gets a new session.
 * @param sessionId of this device
 * @throws AppError('passwordWrong'), 'passwordTooCommon', 'tooManyRequests', 'busy'
 */
export async function changePassword(
  { db, now, rateLimits }: Pick<Deps, 'db' | 'now' | 'rateLimits'>,
  { userId, userAgent, sessionId = '' }: { userId: number; userAgent: string; sessionId?: string },
  { current_password, new_password }: { current_password: string; new_password: string },
): Promise<SignedIn> {
  await refuseCommonPassword(new_password)
  const confirmed = await confirmPassword({ db, rateLimits }, userId, current_password)
  const hash = await hashPassword(new_password)
  return db.transaction().execute(async (trx) => {
    const changed = await trx
      .updateTable('users')
      .set({ password_hash: hash, new_email: null })
      .where('id', '=', userId)
      .where('password_hash', '=', confirmed)
      .returning('id')
      .executeTakeFirst()
    // A concurrent change came first.
    if (!changed) throw new AppError('passwordWrong')
    const at = now()
    const factor = await factorOf(trx, sessionId)
    await endSessionsOf({ db: trx, now }, userId, 'password')
    await voidMailTokens(trx, { userId, purpose: 'resetPassword', at })
    await queueMail(trx, { mail: 'passwordChanged', userId, at: at.toISOString() })
    const proof = { password_at: at.toISOString(), ...factor }
    return signIn({ db: trx, now }, { userId, userAgent, proof })
  })
}

/** When the session gave its second factor; the new session keeps it. */
async function factorOf(trx: Db, sessionId: string) {
  const shown = await trx
    .selectFrom('sessions')
    .select(['factor_at', 'factor'])
    .where('id', '=', sessionId)
    .executeTakeFirst()
  return shown ?? { factor_at: null, factor: null }
}
