import type { CurrentUser } from '#contract/accounts.ts'
import type { Locale } from '#domain/address/locale-path.ts'
import type { Deps } from '#server/deps.ts'
import type { Member } from './person.ts'

/** The member as the account page shows them. */
export async function currentUser({ db }: Pick<Deps, 'db'>, member: Member): Promise<CurrentUser> {
  const { id, name, membership, email } = member
  const { email_verified_at, locale, created } = await db
    .selectFrom('users')
    .select(['email_verified_at', 'locale', 'created'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { id, name, membership, email, email_verified: email_verified_at !== null, locale, created }
}

/** Sets the language of mails, those in the queue included. */
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
