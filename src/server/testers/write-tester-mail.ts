import { type Locale, localePath, type SitePath } from '#domain/address/locale-path.ts'
import { findAccount } from '#server/accounts/find-account.ts'
import type { Deps } from '#server/deps.ts'
import type { Letter, WrittenMail } from '#server/mail/letter.ts'
import type { TesterMail } from '#server/mail/queue-mail.ts'

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

interface About {
  site: string
  /** The home page. */
  url: string
  /** Where to write to. */
  contact: string
}

export const TESTER_WELCOME: Record<Locale, (about: About) => Letter> = {
  en: ({ site, url, contact }) => ({
    subject: `Welcome to the early testers of ${site}`,
    before: [
      `Thank you for testing ${site}. Your account has free lifetime access from now on: every clip without watermark, to play and to download, also for your clients' work. There is no card to enter and nothing to renew.`,
      'Each download brings a licence, which is kept on your account page. Please do not pass the clips on by themselves.',
      'Start with whatever you are cutting right now:',
    ],
    link: { label: 'Browse the footage', url },
    after: [`If something is missing or could be better, tell us; it shapes what comes next:\n${contact}`],
  }),
  ja: ({ site, url, contact }) => ({
    subject: `【${site}】先行テスターへようこそ`,
    before: [
      `${site}の先行テスターにご参加いただき、ありがとうございます。これより生涯無料で、すべての動画を透かしなしで再生、ダウンロードできます。クライアントワークにもお使いいただけます。カードの登録や更新のお手続きはありません。`,
      'ダウンロードごとにライセンスが発行され、アカウントページに保管されます。動画そのものの再配布はご遠慮ください。',
      '今つくっている作品に使える動画を、ぜひ探してみてください。',
    ],
    link: { label: '動画を探す', url },
    after: [
      `足りないものや改善してほしい点がありましたら、お聞かせください。今後の参考にいたします。\n${contact}`,
    ],
  }),
}
