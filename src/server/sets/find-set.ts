import { AppError } from '#contract/errors.ts'
import type { Collection, Promotion, SetSource } from '#contract/sets/sets.ts'
import type { SetKind } from '#domain/sets/set-kind.ts'
import { setId } from '#domain/sets/set-slug.ts'
import type { Db } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { membersOf, TABLES } from './set-kind.ts'

const COLUMNS = ['id', 'slug', 'name', 'description', 'created_by', 'og_image_url'] as const

export const setNotFound = () => new AppError('setNotFound')

/** The stored id of a set from any spelling of it. @throws AppError('setNotFound') for a text that is none */
export function slugOf(name: string): string {
  const slug = setId(name)
  if (slug === undefined) throw setNotFound()
  return slug
}

/** A promotion that has not ended, by any spelling of its id. @throws AppError('setNotFound' | 'promotionEnded') */
export async function livePromotion(db: Db, name: string, now: Date) {
  const query = db.selectFrom('promotions').select(COLUMNS).select('expires_at')
  const row = await query.where('slug', '=', slugOf(name)).executeTakeFirstOrThrow(setNotFound)
  if (row.expires_at <= now.toISOString()) throw new AppError('promotionEnded')
  return row
}

/** A curated set by any spelling of its id. @throws AppError('setNotFound') */
export async function findCollection(db: Db, name: string) {
  const query = db.selectFrom('collections').select(COLUMNS)
  return query.where('slug', '=', slugOf(name)).executeTakeFirstOrThrow(setNotFound)
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
  sources: SetSource[],
): Omit<Collection, 'id'> {
  const [first] = sources
  return { name, description, og_image_url: first ? og_image_url || first.media.thumbnail_url : '', sources }
}

/** The set's clips in the chosen order, without those that left the catalogue. */
export async function setSources(db: Db, kind: SetKind | 'board', setId: number): Promise<SetSource[]> {
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
    ...{ id, title, title_ja, file_name },
    media: { id: media_id, ...media, poster_widths: JSON.parse(poster_widths) },
  }))
}

/** Counts a view of a set's page, once an hour per IP. @throws AppError('setNotFound' | 'promotionEnded') */
export async function countSetView(
  deps: Pick<Deps, 'db' | 'now' | 'rateLimits'>,
  { kind, name, address }: { kind: SetKind; name: string; address: string },
): Promise<void> {
  const { id } = await findSet(deps, kind, name)
  if (!(await deps.rateLimits.setViews.allows(`${address} ${kind} ${id}`))) return
  await deps.db
    .updateTable(TABLES[kind])
    .set(({ eb }) => ({ views: eb('views', '+', 1) }))
    .where('id', '=', id)
    .execute()
}
