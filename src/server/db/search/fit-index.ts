import { sql } from 'kysely'
import { type AnyDatabase, columnsOf } from '#server/db/create-table.ts'
import { engineOf } from '#server/db/engine.ts'
import { lockUntilCommit } from '#server/db/locks.ts'
import { type FilterValues, filterColumns } from '#server/list-filters.ts'
import { createMatchesFunction } from './search-matches.ts'
import {
  createSearchTables,
  indexBand,
  SEARCH_BANDS,
  SEARCH_TABLES,
  TABLES_VERSION,
} from './search-tables.ts'

const FITTING = '_fitting'

/** Whether the tables of the search index are this release's. */
export async function indexFits(db: AnyDatabase): Promise<boolean> {
  const state = db.selectFrom('search_state').select('value').where('key', '=', 'tables')
  return (await state.executeTakeFirst())?.value === TABLES_VERSION
}

/** What the columns of choices hold of a clip of which nothing is known. */
const UNKNOWN = filterColumns({} as FilterValues)

/**
 * Makes the tables of the search index fit this release; false if they do. New columns are empty, or unknown,
 * until the index is rebuilt, which indexVersion() causes.
 */
export async function fitIndex(db: AnyDatabase): Promise<boolean> {
  if (await indexFits(db)) return false
  return db.transaction().execute(async (trx) => {
    await lockUntilCommit(trx, 'fit')
    if (await indexFits(trx)) return false
    if ((await columnsIn(trx, 'source_ranks')).length === 0) await createIndex(trx)
    else await changeColumns(trx)
    if (engineOf(trx) === 'postgres') await createMatchesFunction(trx)
    await trx
      .insertInto('search_state')
      .values({ key: 'tables', value: TABLES_VERSION })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: TABLES_VERSION }))
      .execute()
    return true
  })
}

async function createIndex(db: AnyDatabase): Promise<void> {
  await createSearchTables(db, '')
  if (engineOf(db) === 'postgres') for (const band of SEARCH_BANDS) await indexBand(db, { band })
}

async function changeColumns(db: AnyDatabase): Promise<void> {
  await createSearchTables(db, FITTING)
  for (const name of SEARCH_TABLES) {
    if ((await columnsIn(db, name)).length === 0) {
      await db.schema.alterTable(`${name}${FITTING}`).renameTo(name).execute()
      continue
    }
    const [present, wanted] = [await columnsIn(db, name), await columnsIn(db, `${name}${FITTING}`)]
    const lacksIn = (columns: typeof wanted) => (one: { column: string }) =>
      !columns.some(({ column }) => column === one.column)
    for (const { column, type } of wanted.filter(lacksIn(present))) {
      const isText = type.toLowerCase() === 'text'
      await db.schema
        .alterTable(name)
        .addColumn(column, isText ? columnsOf(db).text : sql.raw(type), (made) =>
          made.notNull().defaultTo(isText ? '' : (UNKNOWN[column] ?? 0)),
        )
        .execute()
    }
    for (const { column } of present.filter(lacksIn(wanted)))
      await db.schema.alterTable(name).dropColumn(column).execute()
    await db.schema.dropTable(`${name}${FITTING}`).execute()
  }
}

async function columnsIn(db: AnyDatabase, table: string): Promise<{ column: string; type: string }[]> {
  const columns =
    engineOf(db) === 'sqlite'
      ? sql`select name as "column", type from pragma_table_info(${table})`
      : sql`select column_name as "column", data_type as type from information_schema.columns
          where table_schema = current_schema() and table_name = ${table}`
  return (await sql<{ column: string; type: string }>`${columns}`.execute(db)).rows
}
