import type { Kysely } from 'kysely'
import type { SetSource } from '#contract/sets.ts'
import type { SetKind } from '#domain/sets/set-kind.ts'
import type { Database } from '#server/db/schema.ts'
import { membersOf } from './set-kind.ts'

/** The clips of a set in the order chosen; those that left the catalogue are not among them. */
export async function setSources(db: Kysely<Database>, kind: SetKind, setId: number): Promise<SetSource[]> {
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
