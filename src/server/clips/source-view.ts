import type { Kysely, Selectable } from 'kysely'
import type { Media, Source } from '#contract/clips.ts'
import type { Database, MediasTable, SourcesTable } from '#server/db/schema.ts'

type SourceRow = Selectable<SourcesTable>
type MediaRow = Selectable<MediasTable>

/** Gives each source its rendition set, in the order of the rows; a clip without one is never visible. */
export async function viewSources(db: Kysely<Database>, rows: readonly SourceRow[]): Promise<Source[]> {
  if (rows.length === 0) return []
  const ids = rows.map((row) => row.id)
  const medias = await db.selectFrom('medias').selectAll().where('source_id', 'in', ids).execute()
  const bySource = new Map(medias.map((media) => [media.source_id, media]))
  return rows.flatMap((row) => {
    const media = bySource.get(row.id)
    return media ? [viewSource(row, media)] : []
  })
}

function viewSource(row: SourceRow, media: MediaRow): Source {
  const { popularity: _rank, content_hash: _hash, created: _created, ...fields } = row
  return {
    ...fields,
    tags: JSON.parse(row.tags),
    keywords: JSON.parse(row.keywords),
    keywords_ja: JSON.parse(row.keywords_ja),
    file_url: media.file_url,
    cloudpath: media.cloudpath,
    media: viewMedia(media),
  }
}

function viewMedia(row: MediaRow): Media {
  const { source_id: _source, byte_size: _size, ...fields } = row
  return { ...fields, poster_widths: JSON.parse(row.poster_widths) }
}
