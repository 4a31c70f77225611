import { sql } from 'kysely'
import type { Searches, SearchesQuery, SearchList } from '#contract/studio/search/demand.ts'
import { KEPT_DAYS } from '#domain/studio/demand/periods.ts'
import type { Db } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { readCursor, sheetPages, writeCursor } from './cursor.ts'
import { dayBefore } from './visit-hashes.ts'

/** Each list has a partial index: the conditions are the same, without parameters. */
const LISTS = {
  most: { column: 'visitors', among: sql<boolean>`true` },
  nothing: { column: 'little', among: sql<boolean>`little > 0` },
  little: { column: 'little', among: sql<boolean>`little > 0` },
  unclicked: { column: 'visitors', among: sql<boolean>`clicked = 0 and little < visitors` },
} as const satisfies Record<SearchList, object>

type ListDeps = Pick<Deps, 'db' | 'now'>

/**
 * A page of searched texts: by searches, by those that found little (or nothing, as clips are now), or by those after
 * which nobody opened a clip.
 */
export async function listSearches({ db, now }: ListDeps, query: SearchesQuery): Promise<Searches> {
  const { column } = LISTS[query.list]
  const rows = await pageOf(db, query)
  const before = await periodBefore(db, query, { rows, today: now() })
  const last = rows[query.limit - 1]
  return {
    searches: rows.map(({ stock_at_least, status, japanese, ...line }) => ({
      ...line,
      japanese: japanese ?? 0,
      before: before && (before.get(line.text) ?? 0),
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
    .$if(list === 'nothing', (query) =>
      query.where('text', 'in', db.selectFrom('demand_searches').select('text').where('stock', '=', 0)),
    )
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
    .leftJoin('demand_figures as ja', (join) =>
      join.onRef('ja.text', '=', 'page.text').on('ja.days', '=', days).on('ja.locale', '=', 'ja'),
    )
    .select(['page.text', 'page.visitors', 'page.little', 'page.clicked'])
    .select(['stock', 'stock_at_least', 'status', 'ja.visitors as japanese'])
    .orderBy(`page.${column}`, 'desc')
    .orderBy('page.text', 'desc')
    .execute()
}

/** The list's figure in as many days before the period, by text; null if older counts are deleted. */
async function periodBefore(
  db: Db,
  { list, days, locale }: SearchesQuery,
  { rows, today }: { rows: readonly { text: string }[]; today: Date },
): Promise<Map<string, number> | null> {
  if (2 * days > KEPT_DAYS || rows.length === 0) return null
  const { column } = LISTS[list]
  const sums = await db
    .selectFrom('demand_days')
    .select(({ fn }) => ['text', fn.sum<number | string>(column).as('sum')])
    .where(
      'text',
      'in',
      rows.map(({ text }) => text),
    )
    .where('day', '>=', dayBefore(today, 2 * days - 1))
    .where('day', '<', dayBefore(today, days - 1))
    .$if(locale !== undefined, (query) => query.where('locale', '=', locale!))
    .groupBy('text')
    .execute()
  return new Map(sums.map(({ text, sum }) => [text, Number(sum)]))
}

/** The whole list, in pages. */
export function searchRows(deps: ListDeps, query: SearchesQuery) {
  return sheetPages(
    async (page) => {
      const { searches, next } = await listSearches(deps, { ...query, ...page })
      return { lines: searches, next }
    },
    ({ text, visitors, little, clicked, stock, japanese, before }) => [
      ...[text, visitors, little, clicked, stock ?? '', japanese, before ?? ''],
    ],
  )
}
