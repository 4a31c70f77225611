import { normalisedEmail } from '#server/accounts/find-account.ts'
import type { Deps } from '#server/deps.ts'

/** The id of an account, by its id or e-mail address; undefined when there is none. */
export async function findMember({ db }: Pick<Deps, 'db'>, who: string): Promise<number | undefined> {
  const byId = /^\d{1,15}$/.test(who)
  const row = await db
    .selectFrom('users')
    .select('id')
    .where(byId ? 'id' : 'email_normalised', '=', byId ? Number(who) : normalisedEmail(who))
    .executeTakeFirst()
  return row?.id
}
