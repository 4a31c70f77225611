import type { Kysely } from 'kysely'
import { normalisedEmail } from '#server/accounts/find-account.ts'
import { knownDevice } from '#server/accounts/known-devices.ts'
import { ownerOfMailToken, useMailToken } from '#server/accounts/mail/mail-tokens.ts'
import { endSessionsOf } from '#server/accounts/session/end-session.ts'
import type { Database } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import { hashPassword, refuseCommonPassword } from './password.ts'

type ResetDeps = Pick<Deps, 'db' | 'now' | 'rateLimits'>

/**
 * Queues the mail, unless the last ones are so recent that their links still work: strangers can neither use the mails
 * up nor fill the mailbox. The account is looked up when the mail is written, so the answer's timing reveals nothing.
 * @throws AppError('tooManyRequests') for the address
 */
export async function sendPasswordMail(
  { db, now, rateLimits }: ResetDeps,
  { email }: { email: string },
  { address, deviceSecrets = [] }: { address: string; deviceSecrets?: readonly string[] },
): Promise<void> {
  const account = normalisedEmail(email)
  if (!(await knownDevice({ db, now }, account, deviceSecrets)))
    await rateLimits.passwordMailsAsked.take(address)
  if (await rateLimits.passwordMails.allows(account))
    await queueMail(db, { mail: 'resetPassword', email: account })
}

/**
 * Sets a new password by a mailed token, signs out everywhere and confirms the address.
 * @returns the account's id @throws AppError('mailTokenInvalid'), 'passwordTooCommon', 'busy'
 */
export async function resetPassword(
  { db, now, rateLimits }: ResetDeps,
  { token, password }: { token: string; password: string },
): Promise<number> {
  await refuseCommonPassword(password)
  // Checked before the costly hash, and again when it is used.
  await ownerOfMailToken({ db, now }, { token, purpose: 'resetPassword' })
  const hash = await hashPassword(password)
  const user = await db.transaction().execute((trx) => changeByToken({ db: trx, now }, { token, hash }))
  // The links of these mails are void now.
  await rateLimits.passwordMails.forget(user.account)
  return user.id
}

async function changeByToken(
  { db: trx, now }: { db: Kysely<Database>; now: Deps['now'] },
  { token, hash }: { token: string; hash: string },
): Promise<{ id: number; account: string }> {
  const at = now()
  const { userId: id } = await useMailToken(trx, { token, purpose: 'resetPassword', at })
  const { email_normalised: account } = await trx
    .updateTable('users')
    .set(({ fn, val, ref }) => ({
      password_hash: hash,
      // A thief may have asked for the new address.
      new_email: null,
      email_verified_at: fn.coalesce(ref('email_verified_at'), val(at.toISOString())),
    }))
    .where('id', '=', id)
    .returning('email_normalised')
    .executeTakeFirstOrThrow()
  await endSessionsOf({ db: trx, now }, id, 'password')
  await queueMail(trx, { mail: 'passwordChanged', userId: id, at: at.toISOString() })
  return { id, account }
}
