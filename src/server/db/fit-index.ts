import { sql } from 'kysely'
import { type AnyDatabase, columnsOf } from './create-table.ts'
import { engineOf } from './engine.ts'
import { createMatchesFunction } from './search-matches.ts'
import { createSearchTables, indexBand, SEARCH_BANDS, SEARCH_TABLES } from './search-tables.ts'

const FITTING = '_fitting'

/**
 * Makes the search index's tables fit this release: the migration after each change of them. New columns are empty
 * until the index is rebuilt, which indexVersion() causes.
 */
export async function fitIndex(db: AnyDatabase): Promise<void> {
  if ((await columnsIn(db, 'source_ranks')).length === 0) await createIndex(db)
  else await addColumns(db)
  if (engineOf(db) === 'postgres') await createMatchesFunction(db)
}

async function createIndex(db: AnyDatabase): Promise<void> {
  await createSearchTables(db, '')
  if (engineOf(db) === 'postgres') for (const band of SEARCH_BANDS) await indexBand(db, { band })
}

async function addColumns(db: AnyDatabase): Promise<void> {
  await createSearchTables(db, FITTING)
  for (const name of SEARCH_TABLES) {
    const present = new Set((await columnsIn(db, name)).map(({ column }) => column))
    for (const { column, type } of await columnsIn(db, `${name}${FITTING}`)) {
      if (present.has(column)) continue
      const isText = type.toLowerCase() === 'text'
      await db.schema
        .alterTable(name)
        .addColumn(column, isText ? columnsOf(db).text : sql.raw(type), (made) =>
          made.notNull().defaultTo(isText ? '' : 0),
        )
        .execute()
    }
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
