import type { Kysely, SelectQueryBuilder } from 'kysely'
import type { SourceList } from '#contract/clips.ts'
import { MAX_OFFSET, nextOffset, PAGE_SIZE } from '#domain/clips/paging.ts'
import type { Database } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { viewSources } from './source-view.ts'

type SourceQuery = SelectQueryBuilder<Database, 'sources', object>

/** The default clips: the whole catalogue, most popular first. */
export function listSources({ db }: Pick<Deps, 'db'>, page: { offset: number }): Promise<SourceList> {
  return pageOfSources(db, db.selectFrom('sources'), page.offset)
}

/** The clips of one category, most popular first; the caller knows that the category exists. */
export function listCategorySources(
  { db }: Pick<Deps, 'db'>,
  { category, offset }: { category: string; offset: number },
): Promise<SourceList> {
  return pageOfSources(db, db.selectFrom('sources').where('category', '=', category), offset)
}

/** Clips are counted as far as anybody can page; a larger catalogue is not counted anew for every page. */
export const CLIPS_COUNTED = MAX_OFFSET + PAGE_SIZE

/** One page of the sources that a query selects, most popular first. */
async function pageOfSources(db: Kysely<Database>, query: SourceQuery, offset: number): Promise<SourceList> {
  const rows = await query
    .selectAll()
    .orderBy('popularity', 'desc')
    .orderBy('id', 'desc')
    .limit(PAGE_SIZE)
    .offset(offset)
    .execute()
  const total = await countUpTo(db, query, CLIPS_COUNTED)
  const sources = await viewSources(db, rows)
  return {
    sources,
    offset,
    next_offset: nextOffset({ offset, count: rows.length, total }),
    total,
  }
}

async function countUpTo(db: Kysely<Database>, query: SourceQuery, most: number): Promise<number> {
  const { total } = await db
    .selectFrom(query.select('sources.id').limit(most).as('listed'))
    .select(({ fn }) => fn.countAll<number | string>().as('total'))
    .executeTakeFirstOrThrow()
  return Number(total)
}
