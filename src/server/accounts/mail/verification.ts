import type { Kysely } from 'kysely'
import { AppError } from '#contract/errors.ts'
import { normalisedEmail } from '#server/accounts/find-account.ts'
import { endSessionsOf } from '#server/accounts/session/end-session.ts'
import { isUniqueViolation } from '#server/db/database-error.ts'
import type { Database } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import { type MailTokenOwner, useMailToken } from './mail-tokens.ts'

/**
 * Mails the confirmation link again, to the new address if there is one, else to an unconfirmed present one. @throws
 * AppError('tooManyRequests')
 */
export async function sendVerificationAgain(
  { db, rateLimits }: Pick<Deps, 'db' | 'rateLimits'>,
  user: { id: number },
): Promise<void> {
  await rateLimits.verificationMails.take(String(user.id))
  await queueMail(db, { mail: 'verifyEmail', userId: user.id })
}

interface Confirmation {
  token: string
  /** The session that confirms; it stays when its owner's address changes. */
  sessionId?: string | undefined
  /** Tells the payment service of the new address, in the transaction that stores it. */
  updateCustomer: (trx: Kysely<Database>, userId: number, at: Date) => Promise<void>
}

/**
 * Confirms the address that the token was mailed to. If it is the new one, it becomes the account's: the old address
 * gets a mail, and the other sessions end. @throws AppError('mailTokenInvalid'), 'emailTaken' if somebody else has it
 * by now
 */
export async function verifyEmail(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { token, sessionId, updateCustomer }: Confirmation,
): Promise<void> {
  const at = now()
  try {
    await db.transaction().execute(async (trx) => {
      const owner = await useMailToken(trx, { token, purpose: 'verifyEmail', at })
      const { userId, email, mailedTo } = owner
      if (mailedTo === email) return markVerified(trx, userId, at)
      await takeNewEmail(trx, owner, at)
      await endSessionsOf({ db: trx, now }, userId, 'email', sessionId)
      await updateCustomer(trx, userId, at)
    })
  } catch (error) {
    if (isUniqueViolation(error)) throw new AppError('emailTaken', '', { cause: error })
    throw error
  }
}

async function markVerified(trx: Kysely<Database>, userId: number, at: Date): Promise<void> {
  await trx
    .updateTable('users')
    .set(({ fn, val, ref }) => ({
      email_verified_at: fn.coalesce(ref('email_verified_at'), val(at.toISOString())),
    }))
    .where('id', '=', userId)
    .execute()
}

/** @throws AppError('mailTokenInvalid') when a concurrent change of the password has dropped the new address */
async function takeNewEmail(
  trx: Kysely<Database>,
  { userId, email, mailedTo }: MailTokenOwner,
  at: Date,
): Promise<void> {
  const verified = at.toISOString()
  const { numUpdatedRows } = await trx
    .updateTable('users')
    .set({ email: mailedTo, email_normalised: normalisedEmail(mailedTo), new_email: null })
    .set({ email_verified_at: verified })
    .where('id', '=', userId)
    .where('new_email', '=', mailedTo)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new AppError('mailTokenInvalid')
  await queueMail(trx, { mail: 'emailChanged', userId, to: email, at: verified })
}
