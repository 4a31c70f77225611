import { localePath, type SitePath } from '#domain/address/locale-path.ts'
import { findAccount } from '#server/accounts/find-account.ts'
import type { Deps } from '#server/deps.ts'
import type { WrittenMail } from '#server/mail/letter.ts'
import type { TesterMail } from '#server/mail/queue-mail.ts'
import { TESTER_WELCOME } from './tester-letters.ts'

/** Undefined if the account is gone, or the person is no longer a tester. */
export async function writeTesterMail(
  { db, site }: Pick<Deps, 'db' | 'site'>,
  { userId }: TesterMail,
): Promise<WrittenMail | undefined> {
  const account = await findAccount({ db }, 'id', userId)
  const query = db.selectFrom('testers').select('user_id').where('user_id', '=', userId)
  const tester = await query.where('ended_at', 'is', null).executeTakeFirst()
  if (!account || !tester) return undefined
  const { email: to, locale } = account
  const page = (path: SitePath) => new URL(localePath(locale, path), site.url).href
  const about = { site: site.name, url: page('/'), contact: page('/contact') }
  return { to, locale, letter: TESTER_WELCOME[locale](about) }
}
