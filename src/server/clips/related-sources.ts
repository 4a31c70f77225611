import type { SourceList } from '#contract/clips.ts'
import { AppError } from '#contract/errors.ts'
import { nextOffset, PAGE_SIZE } from '#domain/paging.ts'
import { type Relatable, rankRelated } from '#domain/relatedness.ts'
import type { Deps } from '#server/deps.ts'
import { viewSources } from './source-view.ts'

/** How many of the most popular clips, of the category and of all, are weighed against the clip. */
const CANDIDATES = 200

/** Clips like this one, closest first. @throws AppError('mediaNotFound') */
export async function relatedSources(
  { db }: Pick<Deps, 'db'>,
  { id, offset }: { id: number; offset: number },
): Promise<SourceList> {
  const clip = await relatable(db).where('sources.id', '=', id).executeTakeFirst()
  if (!clip) throw new AppError('mediaNotFound')
  const ranked = rankRelated(parsed(clip), await candidates(db, clip.category))
  const ids = ranked.slice(offset, offset + PAGE_SIZE)
  const rows = ids.length ? await db.selectFrom('sources').selectAll().where('id', 'in', ids).execute() : []
  rows.sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
  return {
    sources: await viewSources(db, rows),
    offset,
    next_offset: nextOffset({ offset, count: ids.length, total: ranked.length }),
    total: ranked.length,
  }
}

async function candidates(db: Deps['db'], category: string): Promise<Relatable[]> {
  const popular = relatable(db).orderBy('popularity', 'desc').orderBy('sources.id', 'desc').limit(CANDIDATES)
  const [same, all] = await Promise.all([
    popular.where('sources.category', '=', category).execute(),
    popular.execute(),
  ])
  const byId = new Map([...all, ...same].map((row) => [row.id, parsed(row)]))
  return [...byId.values()]
}

function relatable(db: Deps['db']) {
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
