import { type InferResult, sql } from 'kysely'
import type { Db } from '#server/db/schema.ts'

/** Clips with the columns that search reads: texts as written, without fallback to the other language. */
export function searchedClips(db: Db) {
  return db
    .selectFrom('sources')
    .innerJoin('library', 'library.id', 'sources.id')
    .innerJoin('medias', 'medias.source_id', 'sources.id')
    .leftJoin('source_words', 'source_words.source_id', 'sources.id')
    .leftJoin('clip_looks', 'clip_looks.source_id', 'sources.id')
    .select(['sources.id', 'library.title', 'library.title_ja'])
    .select(['library.description', 'library.description_ja', 'sources.keywords', 'sources.keywords_ja'])
    .select([
      'sources.category',
      'sources.license_type',
      'sources.ai',
      'sources.width',
      'sources.height',
      'medias.duration',
      'medias.frame_rate',
      'medias.seam',
      'sources.user_name',
      'medias.dominant_color',
      'source_words.words',
      'clip_looks.shades',
      'clip_looks.layout',
    ])
}

/** Keywords are JSON arrays of text, the duration is in seconds, `words` as ClipWords stores them or null. */
export type SearchedClip = InferResult<ReturnType<typeof searchedClips>>[number]

/** All clips in batches of `size`, the most popular first. */
export async function* clipsByPopularity(db: Db, size: number): AsyncGenerator<SearchedClip[]> {
  let last: { popularity: number; id: number } | undefined
  do {
    const clips: (SearchedClip & { popularity: number })[] = await searchedClips(db)
      .select('sources.popularity')
      .$if(last !== undefined, (query) =>
        query.where(sql<boolean>`(sources.popularity, sources.id) < (${last!.popularity}, ${last!.id})`),
      )
      .orderBy('sources.popularity', 'desc')
      .orderBy('sources.id', 'desc')
      .limit(size)
      .execute()
    if (clips.length > 0) yield clips
    last = clips.length === size ? clips.at(-1) : undefined
  } while (last)
}
