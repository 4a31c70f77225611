import type { ClipFigures, ClipFiguresQuery, ClipLine } from '#contract/studio/search/demand.ts'
import { oneOf } from '#server/db/one-of.ts'
import type { Db } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { readCursor, sheetPages, writeCursor } from './cursor.ts'

type Counts = Pick<ClipLine, 'views' | 'previews' | 'likes' | 'downloads'>

/** A page of clips by their events; clips without events are left out. */
export async function listClipFigures(
  { db }: Pick<Deps, 'db'>,
  { days, sort, after, limit }: ClipFiguresQuery,
): Promise<ClipFigures> {
  const last = readCursor(after)
  const rows = await db
    .selectFrom('clip_figures')
    .select(['source_id', 'views', 'previews', 'likes', 'downloads'])
    .where('days', '=', days)
    .$if(last !== undefined, (query) =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple(sort, 'source_id'), '<', tuple(last!.value, Number(last!.key) || 0)),
      ),
    )
    .orderBy(sort, 'desc')
    .orderBy('source_id', 'desc')
    .limit(limit)
    .execute()
  const known = await namesOf(
    db,
    rows.map(({ source_id }) => source_id),
  )
  const end = rows[limit - 1]
  return {
    clips: rows.flatMap(({ source_id, ...counts }) => {
      const clip = known.get(source_id)
      return clip ? [{ ...clip, ...counts }] : []
    }),
    next: end ? writeCursor({ value: end[sort], key: String(end.source_id) }) : null,
  }
}

/** Clips as lists show them, by id; missing clips are left out. */
export async function namesOf(
  db: Db,
  ids: readonly number[],
): Promise<Map<number, Omit<ClipLine, keyof Counts>>> {
  const rows = await db
    .selectFrom('library')
    .innerJoin('medias', 'medias.source_id', 'library.id')
    .select(['library.id', 'title', 'title_ja', 'thumbnail_url', 'state'])
    .where(oneOf(db, 'library.id', ids))
    .execute()
  return new Map(rows.map(({ state, ...row }) => [row.id, { ...row, published: state === 'published' }]))
}

/** The whole list, in pages. */
export function clipRows(deps: Pick<Deps, 'db'>, query: ClipFiguresQuery) {
  return sheetPages(
    async (page) => {
      const { clips, next } = await listClipFigures(deps, { ...query, ...page })
      return { lines: clips, next }
    },
    ({ id, title, title_ja, views, previews, likes, downloads }) => [
      ...[id, title, title_ja, views, previews, likes, downloads],
    ],
  )
}
