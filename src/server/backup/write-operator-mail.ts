import { type Locale, localePath } from '#domain/address/locale-path.ts'
import type { Deps } from '#server/deps.ts'
import type { WrittenMail } from '#server/mail/letter.ts'
import type { OperatorMail } from '#server/mail/queue-mail.ts'

interface Words {
  subject: Record<OperatorMail['trouble'], (site: string) => string>
  before: Record<OperatorMail['trouble'], string>
  fault: (fault: string) => string
  link: string
  after: string
}

const WORDS: Record<Locale, Words> = {
  en: {
    subject: {
      damaged: (site) => `[${site}] The database is damaged`,
      unproven: (site) => `[${site}] The newest backup cannot be restored`,
      hookOff: (site) => `[${site}] A webhook was turned off`,
    },
    before: {
      damaged:
        'The last backup found the database damaged. Its copy is kept apart, and no good backup is deleted for it. Restore the last good backup, or find the cause (the disk, memory) and repair the database.',
      unproven:
        'The newest backup was restored into a temporary place as a test, and that failed. It is set apart, and a new backup is made now. If the new one fails too, look at the place where the backups are kept.',
      hookOff:
        'An address took no event for a day, so it gets none any more. Repair the program there, then turn the address on again and send again what it missed.',
    },
    fault: (fault) => `What was found: ${fault}`,
    link: 'Open the studio',
    after: 'The steps are in docs/guide.md.',
  },
  ja: {
    subject: {
      damaged: (site) => `【${site}】データベースが破損しています`,
      unproven: (site) => `【${site}】最新のバックアップを復元できません`,
      hookOff: (site) => `【${site}】Webhookを停止しました`,
    },
    before: {
      damaged:
        '前回のバックアップで、データベースの破損が見つかりました。破損した写しは別に保管し、正常なバックアップは削除しません。最後の正常なバックアップを復元するか、原因（ディスクやメモリー）を調べて修復してください。',
      unproven:
        '最新のバックアップを一時的な場所に復元するテストが失敗しました。このバックアップは対象から外し、新しいバックアップを作成します。新しいものも失敗する場合は、バックアップの保存先をご確認ください。',
      hookOff:
        '1日のあいだ通知を受け取れなかったため、この送信先への通知を停止しました。受信側を修復してから、送信先を再開し、必要な通知を再送してください。',
    },
    fault: (fault) => `検出された内容：${fault}`,
    link: 'スタジオを開く',
    after: '手順はdocs/guide.mdにあります。',
  },
}

/** A mail to the operator, in the admin's language. */
export async function writeOperatorMail(
  { db, site }: Pick<Deps, 'db' | 'site'>,
  { trouble, fault }: OperatorMail,
): Promise<WrittenMail> {
  const admins = db.selectFrom('users').select('locale').where('role', '=', 'admin').orderBy('id')
  const locale = (await admins.executeTakeFirst())?.locale ?? 'en'
  const words = WORDS[locale]
  const page = trouble === 'hookOff' ? '/studio/webhooks' : '/studio'
  return {
    to: site.contact.email,
    locale,
    letter: {
      subject: words.subject[trouble](site.name),
      before: [words.before[trouble], words.fault(fault)],
      link: { label: words.link, url: new URL(localePath(locale, page), site.url).href },
      after: [words.after],
    },
  }
}
