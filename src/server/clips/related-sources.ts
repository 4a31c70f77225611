import type { Kysely } from 'kysely'
import type { SourceList } from '#contract/clips.ts'
import { AppError } from '#contract/errors.ts'
import { nextOffset, PAGE_SIZE } from '#domain/clips/paging.ts'
import { type Relatable, rankRelated } from '#domain/clips/relatedness.ts'
import { oneOf } from '#server/db/one-of.ts'
import type { Database } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { clipsLike } from '#server/search/query/clips-like.ts'
import { comparedKeywords } from '#server/search/query/likeness.ts'
import { viewSources } from './source-view.ts'

/** Clips like this one, closest first. @throws AppError('mediaNotFound') */
export async function relatedSources(
  { db }: Pick<Deps, 'db'>,
  { id, offset }: { id: number; offset: number },
): Promise<SourceList> {
  const clip = await relatable(db, id)
  // The most popular clips that share something with it, read from the search index.
  const ranked = rankRelated(clip, await clipsLike(db, clip))
  const ids = ranked.slice(offset, offset + PAGE_SIZE)
  const rows = ids.length
    ? await db
        .selectFrom('sources')
        .selectAll()
        .where(oneOf(db, 'id', ids))
        .execute()
    : []
  rows.sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
  return {
    sources: await viewSources(db, rows),
    offset,
    next_offset: nextOffset({ offset, count: ids.length, total: ranked.length }),
    total: ranked.length,
  }
}

/** The clip with what relatedness looks at. */
async function relatable(db: Kysely<Database>, id: number): Promise<Relatable> {
  const found = await db
    .selectFrom('sources')
    .innerJoin('medias', 'medias.source_id', 'sources.id')
    .select(['sources.id', 'sources.category', 'sources.user_name'])
    .select(['sources.keywords', 'sources.keywords_ja'])
    .select('medias.dominant_color')
    .where('sources.id', '=', id)
    .executeTakeFirst()
  if (!found) throw new AppError('mediaNotFound')
  return { ...found, keywords: JSON.parse(comparedKeywords(found)) }
}
