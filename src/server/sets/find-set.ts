import type { Kysely } from 'kysely'
import { AppError } from '#contract/errors.ts'
import type { Collection, Promotion, SetSource } from '#contract/sets.ts'
import type { SetKind } from '#domain/sets/set-kind.ts'
import { setId } from '#domain/sets/set-slug.ts'
import type { Database } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { membersOf } from './set-kind.ts'

/** A promotion that has not ended, by any spelling of its id. @throws AppError('setNotFound' | 'promotionEnded') */
export async function livePromotion(db: Kysely<Database>, name: string, now: Date) {
  const slug = setId(name)
  const row =
    slug &&
    (await db
      .selectFrom('promotions')
      .select(['id', 'slug', 'name', 'description', 'created_by', 'og_image_url', 'expires_at'])
      .where('slug', '=', slug)
      .executeTakeFirst())
  if (!row) throw new AppError('setNotFound')
  if (row.expires_at <= now.toISOString()) throw new AppError('promotionEnded')
  return row
}

/** A curated set by any spelling of its id. @throws AppError('setNotFound') */
export async function findCollection(db: Kysely<Database>, name: string) {
  const slug = setId(name)
  const row =
    slug &&
    (await db
      .selectFrom('collections')
      .select(['id', 'slug', 'name', 'description', 'created_by', 'og_image_url'])
      .where('slug', '=', slug)
      .executeTakeFirst())
  if (!row) throw new AppError('setNotFound')
  return row
}

/** The promotion or curated set. @throws as livePromotion() or findCollection() */
export function findSet({ db, now }: Pick<Deps, 'db' | 'now'>, kind: SetKind, name: string) {
  return kind === 'promotion' ? livePromotion(db, name, now()) : findCollection(db, name)
}

/** A live promotion with its playable clips. @throws AppError('setNotFound' | 'promotionEnded') */
export async function getPromotion({ db, now }: Pick<Deps, 'db' | 'now'>, name: string): Promise<Promotion> {
  const { id, slug, expires_at, ...set } = await livePromotion(db, name, now())
  const sources = await setSources(db, 'promotion', id)
  for (const { id: clip, media } of sources)
    media.video_url = `/api/promo/${encodeURIComponent(slug)}/${clip}/video`
  return { id: slug, ...described(set, sources), expiry: expires_at }
}

/** A curated set with its clips. @throws AppError('setNotFound') */
export async function getCollection({ db }: Pick<Deps, 'db'>, name: string): Promise<Collection> {
  const { id, slug, ...set } = await findCollection(db, name)
  return { id: slug, ...described(set, await setSources(db, 'collection', id)) }
}

/** Until its sheet is drawn, a set's picture is its first clip's poster. */
function described(
  { name, description, og_image_url }: Pick<Collection, 'name' | 'description' | 'og_image_url'>,
  sources: Collection['sources'],
): Omit<Collection, 'id'> {
  const isEmpty = sources.length === 0
  return {
    name,
    description,
    og_image_url: isEmpty ? '' : og_image_url || sources[0]!.media.thumbnail_url,
    sources,
  }
}

/** The set's clips in the chosen order, without those that left the catalogue. */
async function setSources(db: Kysely<Database>, kind: SetKind, setId: number): Promise<SetSource[]> {
  const rows = await db
    .selectFrom(membersOf(db, kind).as('members'))
    .innerJoin('sources', 'sources.id', 'members.source_id')
    .innerJoin('medias', 'medias.source_id', 'members.source_id')
    .select(['sources.id', 'title', 'title_ja', 'sources.file_name', 'medias.id as media_id'])
    .select(['thumbnail_url', 'video_url', 'watermarked_url', 'cloudpath', 'duration', 'preview_url'])
    .select(['medias.width', 'medias.height', 'preview_av1_url', 'poster_base', 'poster_widths'])
    .select(['dominant_color', 'byte_size'])
    .where('members.set_id', '=', setId)
    .orderBy('members.position')
    .execute()
  return rows.map(({ id, title, title_ja, file_name, media_id, poster_widths, ...media }) => ({
    id,
    title,
    title_ja,
    file_name,
    media: { id: media_id, ...media, poster_widths: JSON.parse(poster_widths) },
  }))
}
