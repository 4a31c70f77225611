import type { Selectable } from 'kysely'
import type { Wish } from '#contract/studio/demand.ts'
import { KEPT_DAYS } from '#domain/studio/periods.ts'
import { oneOf } from '#server/db/one-of.ts'
import type { Database, Db } from '#server/db/schema.ts'
import { namesOf } from './list-clip-figures.ts'

/** Searches of a wish are counted over this many days. */
const SEARCHED_DAYS = 90
const NOTHING = { views: 0, previews: 0, likes: 0, downloads: 0 }

/** Wishes with how often they are searched, how many clips match, and the figures of the clips that fill them. */
export async function viewWishes(db: Db, rows: readonly Selectable<Database['wishes']>[]): Promise<Wish[]> {
  if (rows.length === 0) return []
  const searches = await searchesOf(
    db,
    rows.map(({ text }) => text),
  )
  const clips = await clipsOf(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map(({ created_by: _, ...wish }) => ({
    ...wish,
    ...{ visitors: 0, stock: null, stock_at_least: false },
    ...searches.get(wish.text),
    clips: clips.get(wish.id) ?? [],
  }))
}

async function searchesOf(db: Db, texts: readonly string[]) {
  const rows = await db
    .selectFrom('demand_searches')
    .leftJoin('demand_figures', (join) =>
      join
        .onRef('demand_figures.text', '=', 'demand_searches.text')
        .on('days', '=', SEARCHED_DAYS)
        .on('locale', '=', ''),
    )
    .select(['demand_searches.text', 'stock', 'stock_at_least', 'visitors'])
    .where('demand_searches.text', 'in', texts)
    .execute()
  return new Map(
    rows.map(({ text, stock, stock_at_least, visitors }) => [
      text,
      { stock, stock_at_least: stock_at_least === 1, visitors: visitors ?? 0 },
    ]),
  )
}

async function clipsOf(db: Db, wishes: readonly number[]): Promise<Map<number, Wish['clips']>> {
  const linked = await db
    .selectFrom('wish_clips')
    .leftJoin('clip_figures', (join) =>
      join.onRef('clip_figures.source_id', '=', 'wish_clips.source_id').on('days', '=', KEPT_DAYS),
    )
    .select(['wish_id', 'wish_clips.source_id', 'linked', 'views', 'previews', 'likes', 'downloads'])
    .where(oneOf(db, 'wish_id', wishes))
    .orderBy('linked')
    .orderBy('wish_clips.source_id')
    .execute()
  const names = await namesOf(
    db,
    linked.map(({ source_id }) => source_id),
  )
  const clips = new Map<number, Wish['clips']>()
  for (const { wish_id, source_id, linked: at, views, previews, likes, downloads } of linked) {
    const clip = names.get(source_id)
    if (!clip) continue
    const counts =
      views === null ? NOTHING : { views, previews: previews!, likes: likes!, downloads: downloads! }
    clips.set(wish_id, [...(clips.get(wish_id) ?? []), { ...clip, ...counts, linked: at }])
  }
  return clips
}
