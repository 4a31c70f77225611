import type { Kysely } from 'kysely'
import type { SourceList } from '#contract/clips.ts'
import { AppError } from '#contract/errors.ts'
import { nextOffset, PAGE_SIZE } from '#domain/paging.ts'
import { type Relatable, rankRelated } from '#domain/relatedness.ts'
import { oneOf } from '#server/db/one-of.ts'
import type { Database } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { ranksLike } from '#server/search/ranks-like.ts'
import { viewSources } from './source-view.ts'

/** Clips like this one, closest first. @throws AppError('mediaNotFound') */
export async function relatedSources(
  { db }: Pick<Deps, 'db'>,
  { id, offset }: { id: number; offset: number },
): Promise<SourceList> {
  const found = await relatable(db).where('sources.id', '=', id).executeTakeFirst()
  if (!found) throw new AppError('mediaNotFound')
  const clip = parsed(found)
  const ranked = rankRelated(clip, await candidates(db, clip))
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

/** The most popular clips that share something with the clip, read from the search index. */
async function candidates(db: Kysely<Database>, clip: Relatable): Promise<Relatable[]> {
  const ranks = await ranksLike(db, clip)
  if (ranks.length === 0) return []
  const rows = await relatable(db)
    .innerJoin('source_ranks', 'source_ranks.source_id', 'sources.id')
    .where(oneOf(db, 'source_ranks.rank', ranks))
    .execute()
  return rows.map(parsed)
}

function relatable(db: Kysely<Database>) {
  return db
    .selectFrom('sources')
    .innerJoin('medias', 'medias.source_id', 'sources.id')
    .select([
      'sources.id',
      'sources.category',
      'sources.keywords',
      'sources.user_name',
      'sources.popularity',
      'medias.dominant_color',
    ])
}

function parsed<Row extends { keywords: string }>(row: Row) {
  return { ...row, keywords: JSON.parse(row.keywords) as string[] }
}
