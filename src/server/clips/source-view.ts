import type { Selectable } from 'kysely'
import type { Media, Source, TileSource } from '#contract/clips/clips.ts'
import { digitalSourceOf } from '#domain/clips/digital-source.ts'
import { loopOf } from '#domain/look/seam.ts'
import { oneOf } from '#server/db/one-of.ts'
import type { Db, MediasTable, SourcesView } from '#server/db/schema.ts'

type SourceRow = Selectable<SourcesView>
type MediaRow = Selectable<MediasTable>

/** Reads clips by id, in that order. A clip without media is left out. */
export type ReadClips<Clip> = (db: Db, ids: readonly number[]) => Promise<Clip[]>

export const readSources: ReadClips<Source> = async (db, ids) => {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('sources')
    .selectAll()
    .where(oneOf(db, 'id', ids))
    .execute()
  return viewSources(db, inOrder(rows, ids))
}

/** Only the fields that tiles show: a third of the time. */
export const readTiles: ReadClips<TileSource> = async (db, ids) => {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('sources')
    .innerJoin('medias', 'medias.source_id', 'sources.id')
    .select(['sources.id', 'sources.title', 'sources.title_ja'])
    .select([
      'medias.width',
      'medias.height',
      'medias.duration',
      'medias.poster_base',
      'medias.poster_widths',
    ])
    .select(['medias.thumbnail_url', 'medias.preview_url', 'medias.preview_av1_url', 'medias.dominant_color'])
    .where(oneOf(db, 'sources.id', ids))
    .execute()
  return inOrder(rows, ids).map(({ id, title, title_ja, ...media }) => ({
    id,
    title,
    title_ja,
    media: { ...media, poster_widths: JSON.parse(media.poster_widths) },
  }))
}

function inOrder<Row extends { id: number }>(rows: readonly Row[], ids: readonly number[]): Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** Sources with their media, in the order of the rows. A source without media is left out. */
export async function viewSources(db: Db, rows: readonly SourceRow[]): Promise<Source[]> {
  if (rows.length === 0) return []
  const ids = rows.map((row) => row.id)
  const medias = await db
    .selectFrom('medias')
    .selectAll()
    .where(oneOf(db, 'source_id', ids))
    .execute()
  const bySource = new Map(medias.map((media) => [media.source_id, media]))
  return rows.flatMap((row) => {
    const media = bySource.get(row.id)
    return media ? [viewSource(row, media)] : []
  })
}

/** Field by field, because spreading a row of `node:sqlite` is slow. */
function viewSource(row: SourceRow, media: MediaRow): Source {
  const ai = row.ai === null ? null : row.ai === 1
  const { source_url_image, date_created } = row
  return {
    id: row.id,
    title: row.title,
    title_ja: row.title_ja,
    description: row.description,
    description_ja: row.description_ja,
    file_name: row.file_name,
    tags: JSON.parse(row.tags),
    keywords: JSON.parse(row.keywords),
    keywords_ja: JSON.parse(row.keywords_ja),
    source: row.source,
    user_name: row.user_name,
    license: row.license,
    license_type: row.license_type,
    width: row.width,
    height: row.height,
    source_url: row.source_url,
    source_url_image,
    source_url_source: row.source_url_source,
    date_created,
    category: row.category,
    ai,
    digital_source_type: digitalSourceOf({ ai, source_url_image, date_created }) ?? null,
    file_url: media.file_url,
    cloudpath: media.cloudpath,
    media: viewMedia(media),
  }
}

/** The media of a source as the API shows it. */
export function viewMedia(row: MediaRow): Media {
  return {
    id: row.id,
    file_name: row.file_name,
    type: row.type,
    license: row.license,
    width: row.width,
    height: row.height,
    duration: row.duration,
    frame_rate: row.frame_rate,
    byte_size: row.byte_size,
    bit_rate: row.bit_rate,
    cloudpath: row.cloudpath,
    modifier_model: row.modifier_model,
    modifier_company: row.modifier_company,
    modifier_date: row.modifier_date,
    still_license: row.still_license,
    still_license_url: row.still_license_url,
    file_url: row.file_url,
    video_url: row.video_url,
    category: row.category,
    thumbnail_url: row.thumbnail_url,
    watermarked_url: row.watermarked_url,
    preview_url: row.preview_url,
    preview_av1_url: row.preview_av1_url,
    poster_base: row.poster_base,
    poster_widths: JSON.parse(row.poster_widths),
    dominant_color: row.dominant_color,
    thumbhash: row.thumbhash,
    loop_difference: row.loop_difference,
    loop: loopOf(row.seam) ?? null,
    content_credentials: row.content_credentials,
    original_filename: row.original_filename,
    created: row.created,
  }
}
