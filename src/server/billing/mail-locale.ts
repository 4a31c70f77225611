import type { Locale } from '#domain/locale-path.ts'
import type { BillingDeps } from './payments.ts'

/** The language of somebody's mails. */
export async function mailLocale({ db }: Pick<BillingDeps, 'db'>, userId: number): Promise<Locale> {
  const { locale } = await db
    .selectFrom('users')
    .select('locale')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return locale
}
