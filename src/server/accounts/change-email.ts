import { AppError } from '#contract/errors.ts'
import type { Deps } from '#server/deps.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import { findAccount, normalisedEmail } from './find-account.ts'
import { confirmPassword } from './password/password.ts'

/**
 * Mails a link to a new address, which becomes the account's once the link is opened. A repeated call replaces the new
 * address; a call with the present one drops it. @throws AppError('passwordWrong'), 'emailTaken', 'tooManyRequests',
 * 'busy'
 */
export async function askForNewEmail(
  deps: Pick<Deps, 'db' | 'rateLimits'>,
  userId: number,
  { email, password }: { email: string; password: string },
): Promise<void> {
  await confirmPassword(deps, userId, password)
  // Counted first, since the answer tells whether somebody has the address.
  await deps.rateLimits.verificationMails.take(String(userId))
  const holder = await findAccount(deps, 'email_normalised', normalisedEmail(email))
  if (holder && holder.id !== userId) throw new AppError('emailTaken')
  const new_email = holder?.email === email ? null : email
  await deps.db.transaction().execute(async (trx) => {
    await trx.updateTable('users').set({ new_email }).where('id', '=', userId).execute()
    if (new_email) await queueMail(trx, { mail: 'verifyEmail', userId, newEmail: new_email })
  })
}
