import type { Selectable } from 'kysely'
import type { ClipFields } from '#contract/studio/clips/clip.ts'
import { missingForVisitors } from '#domain/studio/clip/publishable.ts'
import type { Db, LibraryTable, MediasTable } from '#server/db/schema.ts'

/** A row of the library with its media. */
export interface LibraryClip {
  row: Selectable<LibraryTable>
  /** Undefined before it is rendered. */
  media: Selectable<MediasTable> | undefined
}

/** A clip in any state; undefined if there is none. */
export async function findLibraryClip(db: Db, id: number): Promise<LibraryClip | undefined> {
  const row = await db.selectFrom('library').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) return undefined
  const media = await db.selectFrom('medias').selectAll().where('source_id', '=', id).executeTakeFirst()
  return { row, media }
}

/** The fields that editors can change. */
export function fieldsOf({ row, media }: LibraryClip): ClipFields {
  return {
    title: row.title,
    title_ja: row.title_ja,
    description: row.description,
    description_ja: row.description_ja,
    keywords: JSON.parse(row.keywords),
    keywords_ja: JSON.parse(row.keywords_ja),
    category: row.category,
    license: row.license,
    license_type: row.license_type,
    user_name: row.user_name,
    source: row.source,
    source_url: row.source_url,
    date_created: row.date_created,
    source_url_image: row.source_url_image,
    still_license: media?.still_license ?? '',
    still_license_url: media?.still_license_url ?? '',
    modifier_model: media?.modifier_model ?? '',
    modifier_company: media?.modifier_company ?? '',
    modifier_date: media?.modifier_date ?? '',
    ai: row.ai === null ? null : row.ai === 1,
    poster_at: media?.poster_at ?? null,
    preview_at: media?.preview_at ?? null,
    crop_x: media?.crop_x ?? 0.5,
    crop_y: media?.crop_y ?? 0.5,
    publish_at: row.publish_at,
  }
}

/** Whether every rendition is stored: they are written in one transaction, after their files. */
export const isRendered = ({ media }: LibraryClip) => media !== undefined && media.cloudpath !== ''

/** Fields that the clip still needs before it can be published. */
export function missingOf(clip: LibraryClip, fields = fieldsOf(clip)) {
  return missingForVisitors({ ...fields, rendered: isRendered(clip) })
}
