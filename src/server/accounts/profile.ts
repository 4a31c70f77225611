import type { Kysely } from 'kysely'
import type { CurrentUser } from '#contract/accounts/accounts.ts'
import { AppError } from '#contract/errors.ts'
import type { Locale } from '#domain/address/locale-path.ts'
import { isAdmin } from '#domain/membership/membership.ts'
import type { Database } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import { findAccount, normalisedEmail } from './find-account.ts'
import { confirmPassword } from './password/password.ts'
import type { Member } from './person.ts'

/** The member as the account page shows them. */
export async function currentUser({ db }: Pick<Deps, 'db'>, member: Member): Promise<CurrentUser> {
  const { id, name, membership, email, role } = member
  const { email_verified_at, new_email, locale, created } = await db
    .selectFrom('users')
    .select(['email_verified_at', 'new_email', 'locale', 'created'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const email_verified = email_verified_at !== null
  return {
    id,
    name,
    membership,
    email,
    ...(role && { role }),
    is_admin: isAdmin(member),
    email_verified,
    new_email,
    locale,
    created,
  }
}

/** Changes the name. Licences keep the one they were given to. @param updateCustomer updates the payment service too */
export async function changeName(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { userId, name }: { userId: number; name: string },
  updateCustomer: (trx: Kysely<Database>, userId: number, at: Date) => Promise<void>,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx.updateTable('users').set({ name }).where('id', '=', userId).execute()
    await updateCustomer(trx, userId, now())
  })
}

/** Sets the language of mails, also of those in the queue. */
export async function changeLocale({ db }: Pick<Deps, 'db'>, userId: number, locale: Locale): Promise<void> {
  await db.updateTable('users').set({ locale }).where('id', '=', userId).execute()
}

/** Stores the survey's answer; a later answer replaces it. */
export async function answerSurvey(
  { db }: Pick<Deps, 'db'>,
  userId: number,
  occupation: string,
): Promise<void> {
  await db.updateTable('users').set({ survey_occupation: occupation }).where('id', '=', userId).execute()
}

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
