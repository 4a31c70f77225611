import type { Locale } from '#domain/address/locale-path.ts'
import type { Deps } from '#server/deps.ts'

/** Keeps in which language somebody is written to; mails that wait to be sent come in it too. */
export async function changeLocale({ db }: Pick<Deps, 'db'>, userId: number, locale: Locale): Promise<void> {
  await db.updateTable('users').set({ locale }).where('id', '=', userId).execute()
}
