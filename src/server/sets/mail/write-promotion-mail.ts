import { type Locale, localePath } from '#domain/address/locale-path.ts'
import { findAccount } from '#server/accounts/find-account.ts'
import type { Deps } from '#server/deps.ts'
import type { RecurringJob } from '#server/jobs/job.ts'
import type { Letter, WrittenMail } from '#server/mail/letter.ts'
import { mailTime } from '#server/mail/mail-dates.ts'
import { type PromotionMail, queueMail } from '#server/mail/queue-mail.ts'
import { daysAfter } from '#server/sets/promotion-expiry.ts'

/** Undefined if the promotion or its maker is gone, or if it has ended. */
export async function writePromotionMail(
  { db, site, now }: Pick<Deps, 'db' | 'site' | 'now'>,
  { promotionId }: PromotionMail,
): Promise<WrittenMail | undefined> {
  const promotion = await db
    .selectFrom('promotions')
    .select(['name', 'slug', 'created_by', 'expires_at', 'views', 'downloads'])
    .where('id', '=', promotionId)
    .where('expires_at', '>', now().toISOString())
    .executeTakeFirst()
  const maker = promotion?.created_by && (await findAccount({ db }, 'id', promotion.created_by))
  if (!promotion || !maker) return undefined
  const { email: to, locale } = maker
  const letter = PROMOTION_ENDS_SOON[locale]({
    ...promotion,
    site: site.name,
    ends: new Date(promotion.expires_at),
    page: new URL(localePath(locale, `/promo/${promotion.slug}`), site.url).href,
    url: new URL(localePath(locale, '/studio/sets'), site.url).href,
  })
  return { to, locale, letter }
}

interface About {
  site: string
  name: string
  ends: Date
  page: string
  /** Where it is extended. */
  url: string
  views: number
  downloads: number
}

/** Tells a promotion's maker that it ends soon. */
export const PROMOTION_ENDS_SOON: Record<Locale, (about: About) => Letter> = {
  en: ({ site, name, ends, page, url, views, downloads }) => ({
    subject: `Your promotion “${name}” on ${site} ends soon`,
    before: [
      `Your promotion “${name}” ends on ${mailTime('en', ends)}. So far: ${number('en', views)} views, ${number('en', downloads)} downloads.\n${page}`,
      'If that is what you want, there is nothing to do. You can extend it here:',
    ],
    link: { label: 'Your promotions', url },
    after: [],
  }),
  ja: ({ site, name, ends, page, url, views, downloads }) => ({
    subject: `【${site}】プロモーション「${name}」終了のご案内`,
    before: [
      `プロモーション「${name}」は${mailTime('ja', ends)}に終了します。これまでの閲覧は${number('ja', views)}回、ダウンロードは${number('ja', downloads)}回です。\n${page}`,
      'このまま終了する場合、お手続きは不要です。延長は下記のページからお手続きいただけます。',
    ],
    link: { label: 'プロモーションの一覧', url },
    after: [],
  }),
}

const number = (locale: Locale, value: number) => value.toLocaleString(locale)

/** Time for the maker to think about it. */
const DAYS_AHEAD = 2

interface Announced {
  /** Ends up to here are announced. */
  upTo: string
}

/** Mails makers two days before a promotion ends, unless it was made or extended for less. */
export const announceEndsJob: RecurringJob = {
  kind: 'sets.announceEnds',
  everySeconds: 60 * 60,
  run: (deps, { state }) => announceEnds(deps, state as Announced | undefined),
}

async function announceEnds(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  announced: Announced | undefined,
): Promise<Announced> {
  const upTo = daysAfter(now(), DAYS_AHEAD)
  const ending = await db
    .selectFrom('promotions')
    .select('id')
    .where('expires_at', '>', announced?.upTo ?? upTo)
    .where('expires_at', '<=', upTo)
    .execute()
  // All or none: after a failure, nobody gets a second mail.
  await db.transaction().execute(async (trx) => {
    for (const { id } of ending) await queueMail(trx, { mail: 'promotionEndsSoon', promotionId: id })
  })
  return { upTo }
}
