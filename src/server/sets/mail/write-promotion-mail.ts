import { localePath } from '#domain/address/locale-path.ts'
import { findAccount } from '#server/accounts/find-account.ts'
import type { Deps } from '#server/deps.ts'
import type { WrittenMail } from '#server/mail/letter.ts'
import type { PromotionMail } from '#server/mail/queue-mail.ts'
import { PROMOTION_ENDS_SOON } from './promotion-letters.ts'

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
