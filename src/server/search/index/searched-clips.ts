import type { Kysely } from 'kysely'
import type { Database } from '#server/db/schema.ts'
import type { SearchedClip } from './clip-document.ts'

/** Clips with the columns that search reads. */
export function searchedClips(db: Kysely<Database>) {
  return db
    .selectFrom('sources')
    .innerJoin('medias', 'medias.source_id', 'sources.id')
    .select(['sources.id', 'sources.title', 'sources.title_ja'])
    .select(['sources.description', 'sources.description_ja', 'sources.keywords', 'sources.keywords_ja'])
    .select([
      'sources.category',
      'sources.license_type',
      'sources.width',
      'sources.height',
      'medias.duration',
      'sources.user_name',
      'medias.dominant_color',
    ])
    .$castTo<SearchedClip>()
}
