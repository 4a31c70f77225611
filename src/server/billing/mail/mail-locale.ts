import type { Locale } from '#domain/address/locale-path.ts'
import type { BillingDeps } from '#server/billing/payments.ts'

/** The language of somebody's mails. */
export async function mailLocale({ db }: Pick<BillingDeps, 'db'>, userId: number): Promise<Locale> {
  const { locale } = await db
    .selectFrom('users')
    .select('locale')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return locale
}
