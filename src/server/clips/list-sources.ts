import type { SelectQueryBuilder } from 'kysely'
import type { SourceList } from '#contract/clips.ts'
import { MAX_OFFSET, nextOffset, PAGE_SIZE } from '#domain/clips/paging.ts'
import type { Database, Db } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { viewSources } from './source-view.ts'

/** What lists of clips take; without a site, a page has the default length. */
export type ListDeps = Pick<Deps, 'db'> & { site?: Pick<Deps['site'], 'clipsPerPage'> }

export const pageSizeOf = ({ site }: ListDeps): number => site?.clipsPerPage ?? PAGE_SIZE

/** Nobody can page further, so clips are counted no further. */
export const CLIPS_COUNTED = MAX_OFFSET + PAGE_SIZE

/** A page of all clips or of one category, most popular first. Whether the category exists is for the caller to check. */
export async function listSources(
  deps: ListDeps,
  { offset, category }: { offset: number; category?: string },
): Promise<SourceList> {
  const { db } = deps
  const all = db.selectFrom('sources')
  const listed = category === undefined ? all : all.where('category', '=', category)
  const rows = await listed
    .selectAll()
    .orderBy('popularity', 'desc')
    .orderBy('id', 'desc')
    .limit(pageSizeOf(deps))
    .offset(offset)
    .execute()
  const total = await countUpTo(db, listed, CLIPS_COUNTED)
  const sources = await viewSources(db, rows)
  return { sources, offset, next_offset: nextOffset({ offset, count: rows.length, total }), total }
}

async function countUpTo(
  db: Db,
  query: SelectQueryBuilder<Database, 'sources', object>,
  most: number,
): Promise<number> {
  const { total } = await db
    .selectFrom(query.select('sources.id').limit(most).as('listed'))
    .select(({ fn }) => fn.countAll<number | string>().as('total'))
    .executeTakeFirstOrThrow()
  return Number(total)
}
