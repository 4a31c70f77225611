import type { Kysely } from 'kysely'
import { AppError } from '#contract/errors.ts'
import type { Collection, Promotion } from '#contract/sets.ts'
import { setSlug } from '#domain/sets/set-slug.ts'
import type { Database } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { setSources } from './set-sources.ts'

/** A promotion that lasts. `name` may be any spelling of its id. @throws AppError('setNotFound' | 'promotionEnded') */
export async function livePromotion(db: Kysely<Database>, name: string, now: Date) {
  const slug = setSlug(name)
  const row =
    slug &&
    (await db
      .selectFrom('promotions')
      .select(['id', 'slug', 'name', 'og_image_url', 'expires_at'])
      .where('slug', '=', slug)
      .executeTakeFirst())
  if (!row) throw new AppError('setNotFound')
  if (row.expires_at <= now.toISOString()) throw new AppError('promotionEnded')
  return row
}

/** A curated set by any spelling of its id. @throws AppError('setNotFound') */
export async function findCollection(db: Kysely<Database>, name: string) {
  const slug = setSlug(name)
  const row =
    slug &&
    (await db
      .selectFrom('collections')
      .select(['id', 'slug', 'name', 'og_image_url'])
      .where('slug', '=', slug)
      .executeTakeFirst())
  if (!row) throw new AppError('setNotFound')
  return row
}

/**
 * A live promotion with its clips, which play in full at their `video_url`.
 * @throws AppError('setNotFound' | 'promotionEnded')
 */
export async function getPromotion({ db, now }: Pick<Deps, 'db' | 'now'>, name: string): Promise<Promotion> {
  const { id, slug, expires_at, ...set } = await livePromotion(db, name, now())
  const sources = await setSources(db, 'promotion', id)
  for (const { id: clip, media } of sources)
    media.video_url = `/api/promo/${encodeURIComponent(slug)}/${clip}/video`
  return { id: slug, ...shown(set, sources), expiry: expires_at }
}

/** A curated set with its clips. @throws AppError('setNotFound') */
export async function getCollection({ db }: Pick<Deps, 'db'>, name: string): Promise<Collection> {
  const { id, slug, ...set } = await findCollection(db, name)
  return { id: slug, ...shown(set, await setSources(db, 'collection', id)) }
}

/** Until its sheet is made, a set is shown by its first clip's poster. */
function shown(
  { name, og_image_url }: { name: string; og_image_url: string },
  sources: Collection['sources'],
): Omit<Collection, 'id'> {
  const isEmpty = sources.length === 0
  return { name, og_image_url: isEmpty ? '' : og_image_url || sources[0]!.media.thumbnail_url, sources }
}
