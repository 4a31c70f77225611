import type { CurrentUser } from '#contract/accounts.ts'
import type { Deps } from '#server/deps.ts'
import type { Member } from './member.ts'

/** What the account page shows of who asks. */
export async function currentUser({ db }: Pick<Deps, 'db'>, member: Member): Promise<CurrentUser> {
  const { id, name, membership, email } = member
  const { email_verified_at, locale, created } = await db
    .selectFrom('users')
    .select(['email_verified_at', 'locale', 'created'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { id, name, membership, email, email_verified: email_verified_at !== null, locale, created }
}
