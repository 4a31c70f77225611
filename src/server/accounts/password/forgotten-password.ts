import type { Kysely } from 'kysely'
import { normalisedEmail } from '#server/accounts/find-account.ts'
import { ownerOfMailToken, useMailToken } from '#server/accounts/mail/mail-tokens.ts'
import { endSessionsOf } from '#server/accounts/session/end-session.ts'
import type { Database } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import { hashPassword, refuseCommonPassword } from './password.ts'

type ResetDeps = Pick<Deps, 'db' | 'now' | 'rateLimits'>

/**
 * Queues the mail. The account is looked up when it is written, so the answer's timing reveals nothing.
 * @throws AppError('tooManyRequests')
 */
export async function sendPasswordMail(
  { db, rateLimits }: Pick<ResetDeps, 'db' | 'rateLimits'>,
  { email }: { email: string },
  { address }: { address: string },
): Promise<void> {
  const account = normalisedEmail(email)
  await rateLimits.passwordMailsAsked.take(address)
  await rateLimits.passwordMails.take(account)
  await queueMail(db, { mail: 'resetPassword', email: account })
}

/**
 * Sets a new password by a mailed token, signs out everywhere and confirms the address.
 * @throws AppError('mailTokenInvalid'), 'passwordTooCommon', 'busy'
 */
export async function resetPassword(
  { db, now, rateLimits }: ResetDeps,
  { token, password }: { token: string; password: string },
): Promise<void> {
  await refuseCommonPassword(password)
  // Checked before the costly hash, and again when it is used.
  await ownerOfMailToken({ db, now }, { token, purpose: 'resetPassword' })
  const hash = await hashPassword(password)
  const account = await db.transaction().execute((trx) => changeByToken({ db: trx, now }, { token, hash }))
  await rateLimits.failedSignIns.forget(account)
}

/** Returns the account's normalised address. */
async function changeByToken(
  { db: trx, now }: { db: Kysely<Database>; now: Deps['now'] },
  { token, hash }: { token: string; hash: string },
): Promise<string> {
  const at = now()
  const id = await useMailToken(trx, { token, purpose: 'resetPassword', at })
  const { email_normalised } = await trx
    .updateTable('users')
    .set(({ fn, val, ref }) => ({
      password_hash: hash,
      email_verified_at: fn.coalesce(ref('email_verified_at'), val(at.toISOString())),
    }))
    .where('id', '=', id)
    .returning('email_normalised')
    .executeTakeFirstOrThrow()
  await endSessionsOf({ db: trx, now }, id, 'password')
  await queueMail(trx, { mail: 'passwordChanged', userId: id, at: at.toISOString() })
  return email_normalised
}
