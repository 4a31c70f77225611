import { sql } from 'kysely'
import type { Searches, SearchesQuery, SearchList } from '#contract/studio/demand.ts'
import type { Db } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { readCursor, sheetPages, writeCursor } from './cursor.ts'

/** Each list has a partial index: the conditions are the same, without parameters. */
const LISTS = {
  most: { column: 'visitors', among: sql<boolean>`true` },
  little: { column: 'little', among: sql<boolean>`little > 0` },
  unclicked: { column: 'visitors', among: sql<boolean>`clicked = 0 and little < visitors` },
} as const satisfies Record<SearchList, object>

/** A page of searched texts: by searches, by those that found little, or by those after which nobody opened a clip. */
export async function listSearches({ db }: Pick<Deps, 'db'>, query: SearchesQuery): Promise<Searches> {
  const { column } = LISTS[query.list]
  const rows = await pageOf(db, query)
  const last = rows[query.limit - 1]
  return {
    searches: rows.map(({ stock_at_least, status, ...line }) => ({
      ...line,
      stock_at_least: stock_at_least === 1,
      wish: status,
    })),
    next: last ? writeCursor({ value: last[column], key: last.text }) : null,
  }
}

function pageOf(db: Db, { list, days, locale, after, limit }: SearchesQuery) {
  const { column, among } = LISTS[list]
  const last = readCursor(after)
  const page = db
    .selectFrom('demand_figures')
    .select(['text', 'visitors', 'little', 'clicked'])
    .where('days', '=', days)
    .where('locale', '=', locale ?? '')
    .where(among)
    .$if(last !== undefined, (query) =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple(column, 'text'), '<', tuple(last!.value, last!.key)),
      ),
    )
    .orderBy(column, 'desc')
    .orderBy('text', 'desc')
    .limit(limit)
  return db
    .selectFrom(page.as('page'))
    .leftJoin('demand_searches', 'demand_searches.text', 'page.text')
    .leftJoin('wishes', 'wishes.text', 'page.text')
    .select(['page.text', 'visitors', 'little', 'clicked', 'stock', 'stock_at_least', 'status'])
    .orderBy(`page.${column}`, 'desc')
    .orderBy('page.text', 'desc')
    .execute()
}

/** The whole list, in pages. */
export function searchRows(deps: Pick<Deps, 'db'>, query: SearchesQuery) {
  return sheetPages(
    async (page) => {
      const { searches, next } = await listSearches(deps, { ...query, ...page })
      return { lines: searches, next }
    },
    ({ text, visitors, little, clicked, stock }) => [text, visitors, little, clicked, stock ?? ''],
  )
}
