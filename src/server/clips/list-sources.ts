import type { SelectQueryBuilder } from 'kysely'
import type { ClipList, SourceList, TileSource } from '#contract/clips/clips.ts'
import { MAX_OFFSET, nextOffset, PAGE_SIZE } from '#domain/clips/paging.ts'
import type { Site } from '#server/config/config.ts'
import type { Database, Db } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import type { CountCache } from './count-cache.ts'
import { type ReadClips, readSources, readTiles } from './source-view.ts'

/** Dependencies of lists of clips; without a site, a page has the default length. */
export type ListDeps = Pick<Deps, 'db'> & {
  site?: Pick<Site, 'clipsPerPage'>
  counts?: CountCache | undefined
  /** Without a clock, what ends at a time has not ended. */
  now?: Deps['now']
}

export const pageSizeOf = ({ site }: ListDeps): number => site?.clipsPerPage ?? PAGE_SIZE

/** Nobody can page further, so counting stops here. */
export const CLIPS_COUNTED = MAX_OFFSET + PAGE_SIZE

interface Asked {
  offset: number
  category?: string
}

/** A page of all clips or of one category, most popular first. The caller checks whether the category exists. */
export function listSources(deps: ListDeps, asked: Asked): Promise<SourceList> {
  return listClips(deps, asked, readSources)
}

/** The same with only the fields that tiles show. */
export function listTiles(deps: ListDeps, asked: Asked): Promise<ClipList<TileSource>> {
  return listClips(deps, asked, readTiles)
}

/** The same with clips in any form. */
export async function listClips<Clip>(
  deps: ListDeps,
  { offset, category }: Asked,
  read: ReadClips<Clip>,
): Promise<ClipList<Clip>> {
  const { db, counts } = deps
  const all = db.selectFrom('sources')
  const listed = category === undefined ? all : all.where('category', '=', category)
  const rows = await listed
    .select('id')
    .orderBy('popularity', 'desc')
    .orderBy('id', 'desc')
    .limit(pageSizeOf(deps))
    .offset(offset)
    .execute()
  const count = () => countUpTo(db, listed, CLIPS_COUNTED)
  const total = await (counts ? counts.of(`clips of ${category}`, count) : count())
  const sources = await read(
    db,
    rows.map(({ id }) => id),
  )
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
