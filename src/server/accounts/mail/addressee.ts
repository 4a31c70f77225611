import type { Locale } from '#domain/address/locale-path.ts'
import type { Deps } from '#server/deps.ts'

export interface Addressee {
  id: number
  email: string
  locale: Locale
  verified: boolean
}

/** Who a mail goes to, and in which language; undefined when there is no such account. */
export async function findAddressee(
  { db }: Pick<Deps, 'db'>,
  column: 'id' | 'email_normalised',
  value: number | string,
): Promise<Addressee | undefined> {
  const row = await db
    .selectFrom('users')
    .select(['id', 'email', 'locale', 'email_verified_at'])
    .where(column, '=', value)
    .executeTakeFirst()
  return row && { id: row.id, email: row.email, locale: row.locale, verified: row.email_verified_at !== null }
}

/** The language of a person's mails. @throws when the account is gone */
export async function mailLocale({ db }: Pick<Deps, 'db'>, userId: number): Promise<Locale> {
  const { locale } = await db
    .selectFrom('users')
    .select('locale')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return locale
}
