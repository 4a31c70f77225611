import type { TileSource } from '#contract/clips/clips.ts'
import type { ShopSettings } from '#contract/shop/shop-settings.ts'
import { readTiles } from '#server/clips/source-view.ts'
import type { Deps } from '#server/deps.ts'
import { findCollection } from '#server/sets/find-set.ts'

export type ShelfSettings = ShopSettings['home']['shelves'][number]

/** Clips of a shelf: a row on a wide screen, and some behind it. */
const LENGTH = 12

/** The clips of a shelf of its own; empty for one that names nothing that exists. */
export async function shelfClips(
  { db }: Pick<Deps, 'db'>,
  { kind, of }: ShelfSettings,
): Promise<TileSource[]> {
  if (kind === 'chosen') return readTiles(db, numbersIn(of))
  const set = kind === 'collection' ? await findCollection(db, of) : undefined
  if (kind === 'collection' && !set) return []
  const rows = await db
    .selectFrom('sources')
    .select('sources.id')
    .$if(kind === 'category', (query) => query.where('category', '=', of))
    .$if(set !== undefined, (query) =>
      query
        .innerJoin('collection_sources', 'collection_sources.source_id', 'sources.id')
        .where('collection_id', '=', set?.id ?? 0)
        .orderBy('position'),
    )
    .orderBy(kind === 'newest' ? 'created' : 'popularity', 'desc')
    .orderBy('sources.id', 'desc')
    .limit(LENGTH)
    .execute()
  return readTiles(
    db,
    rows.map(({ id }) => id),
  )
}

const numbersIn = (text: string) => [...text.matchAll(/\d{1,15}/g)].slice(0, LENGTH).map(Number)
