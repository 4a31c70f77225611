import type { Locale } from '#domain/address/locale-path.ts'
import type { Deps } from '#server/deps.ts'

/** Addresses that normalise to the same text are one account: NFKC, lower case, trimmed. */
export function normalisedEmail(email: string): string {
  return email.normalize('NFKC').trim().toLowerCase()
}

/** Where an account's mails go, and in which language; undefined when there is no such account. */
export function findAccount(
  { db }: Pick<Deps, 'db'>,
  column: 'id' | 'email_normalised',
  value: number | string,
) {
  return db
    .selectFrom('users')
    .select(['id', 'name', 'email', 'new_email', 'locale', 'email_verified_at'])
    .where(column, '=', value)
    .executeTakeFirst()
}

/** The language of a person's mails. @throws when the account is gone */
export async function mailLocale({ db }: Pick<Deps, 'db'>, userId: number): Promise<Locale> {
  const query = db.selectFrom('users').select('locale').where('id', '=', userId)
  return (await query.executeTakeFirstOrThrow()).locale
}
