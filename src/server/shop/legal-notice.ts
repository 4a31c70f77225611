import { type Locale, localePath } from '#domain/address/locale-path.ts'
import { dateText } from '#domain/dates/date-text.ts'
import { dayAfter } from '#domain/dates/time-zone.ts'
import { isSameSetting } from '#domain/shop/setting-paths.ts'
import { findAccount } from '#server/accounts/find-account.ts'
import { EVERYTHING, invalidate } from '#server/cache-invalidation.ts'
import type { Deps } from '#server/deps.ts'
import type { RecurringJob } from '#server/jobs/job.ts'
import { legalDays } from '#server/legal/legal.ts'
import type { Letter, WrittenMail } from '#server/mail/letter.ts'
import { type LegalMail, queueMail } from '#server/mail/queue-mail.ts'

/** People whose mails are queued in a transaction. */
const AT_ONCE = 100

/** Clears every page when a legal text begins to hold, and tells members of a coming one. */
export const legalJob: RecurringJob = {
  kind: 'shop.legal',
  everySeconds: 60,
  async run({ db, now }, { state, signal }) {
    const [terms, privacy] = [await legalDays(db, 'terms', now()), await legalDays(db, 'privacy', now())]
    const held = [terms.held ?? '', privacy.held ?? '']
    if (state !== undefined && !isSameSetting(state, held))
      await db.transaction().execute((trx) => invalidate(trx, [EVERYTHING]))
    await tellMembers({ db, now }, signal)
    return held
  },
}

/** Queues a mail for each account, once: how far it came is written with the mails. */
export async function tellMembers(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  signal?: AbortSignal,
): Promise<void> {
  const today = now().toISOString().slice(0, 10)
  const coming = await db
    .selectFrom('legal_versions')
    .select(['document', 'effective', 'notice_days', 'told_up_to'])
    .where('effective', '>', today)
    .where('notice_days', '>', 0)
    .execute()
  for (const { document, effective, notice_days, told_up_to } of coming) {
    if (dayAfter(effective, -notice_days) > today) continue
    let told = told_up_to
    let more = true
    while (more) {
      signal?.throwIfAborted()
      const people = await db
        .selectFrom('users')
        .select('id')
        .where('id', '>', told ?? 0)
        .orderBy('id')
        .limit(AT_ONCE)
        .execute()
      const last = people.at(-1)?.id ?? told ?? 0
      more = people.length === AT_ONCE
      if (last === told) continue
      await db.transaction().execute(async (trx) => {
        const { numUpdatedRows } = await trx
          .updateTable('legal_versions')
          .set({ told_up_to: last })
          .where('document', '=', document)
          .where('effective', '=', effective)
          .where('told_up_to', told === null ? 'is' : '=', told)
          .executeTakeFirst()
        // Another process told them, or the version was taken back.
        if (numUpdatedRows === 0n) throw new Error('notice of a legal text: somebody else is at it')
        for (const { id } of people)
          await queueMail(trx, { mail: 'legalChange', document, effective, userId: id })
      })
      told = last
    }
  }
}

/** Undefined if the account or the version is gone. */
export async function writeLegalMail(
  { db, site }: Pick<Deps, 'db' | 'site'>,
  { document, effective, userId }: LegalMail,
): Promise<WrittenMail | undefined> {
  const account = await findAccount({ db }, 'id', userId)
  const { days } = await legalDays(db, document, new Date(0))
  if (!account || !days.includes(effective)) return undefined
  const { email: to, locale } = account
  const page = (path: `/${string}`) => new URL(localePath(locale, path), site.url).href
  const about = { document, site: site.name, day: dateText(locale, effective, 'UTC') }
  const urls = {
    text: page(`/${document}/${effective}`),
    present: page(`/${document}`),
    account: page('/account'),
  }
  return { to, locale, letter: LEGAL_CHANGE[locale]({ ...about, ...urls }) }
}

interface About {
  document: LegalMail['document']
  site: string
  day: string
  text: string
  present: string
  account: string
}

export const LEGAL_CHANGE: Record<Locale, (about: About) => Letter> = {
  en({ document, site, day, text, present, account }) {
    const name = document === 'terms' ? 'Terms of Service' : 'Privacy Policy'
    return {
      subject: `The ${name} of ${site} will change on ${day}`,
      before: [
        `From ${day} a new version of our ${name} holds. Until then nothing changes:\n${present}`,
        'You can read the new version now:',
      ],
      link: { label: `The new ${name}`, url: text },
      after: [`If you do not agree, you can cancel or delete your account before then:\n${account}`],
    }
  },
  ja({ document, site, day, text, present, account }) {
    const name = document === 'terms' ? '利用規約' : 'プライバシーポリシー'
    return {
      subject: `【${site}】${name}改定のお知らせ（${day}から）`,
      before: [
        `${day}から、新しい${name}が適用されます。それまでは現在のものが適用されます。\n${present}`,
        '新しい内容は、下記のページでお読みいただけます。',
      ],
      link: { label: `新しい${name}`, url: text },
      after: [`同意いただけない場合は、それまでに解約またはアカウントの削除ができます。\n${account}`],
    }
  },
}
