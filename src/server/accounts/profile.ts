import type { Kysely } from 'kysely'
import type { CurrentUser } from '#contract/accounts.ts'
import type { Locale } from '#domain/address/locale-path.ts'
import { isAdmin } from '#domain/membership/membership.ts'
import type { Database } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
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
