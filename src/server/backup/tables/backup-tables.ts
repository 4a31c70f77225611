import { sql } from 'kysely'
import { engineOf } from '#server/db/engine.ts'
import type { Db } from '#server/db/schema.ts'

/**
 * Tables that are in no backup: the search index, which each engine builds for itself, counters of the last minutes,
 * messages between running processes, and files that are made on demand.
 */
export const LEFT_OUT = [
  ...['source_ranks', 'source_texts', 'search_words', 'search_keywords', 'search_creators'],
  ...['search_state', 'search_changes', 'rate_limits', 'invalidations'],
  ...['renditions', 'rendition_waits'],
]
/** Also SQLite's inner tables of the full-text index, those of a running rebuild, of migrations and of a restore. */
const LEFT_OUT_TOO = /^(?:source_search|kysely_|sqlite_|restore_under_way)|_(?:next|old)$/

export interface BackupTable {
  name: string
  columns: string[]
  /** Columns of the primary key, in order. */
  key: string[]
  /** Columns that refer to rows of the same table, perhaps to later ones. */
  toItself: string[]
}

interface ForeignKey {
  child: string
  column: string
  parent: string
}

/** Every table of a backup, parents before children. */
export async function backupTables(db: Db): Promise<BackupTable[]> {
  const isSqlite = engineOf(db) === 'sqlite'
  const { rows: columns } = await (isSqlite ? SQLITE_COLUMNS : POSTGRES_COLUMNS).execute(db)
  const { rows: references } = await (isSqlite ? SQLITE_REFERENCES : POSTGRES_REFERENCES).execute(db)
  const names = [...new Set(columns.map(({ name }) => name))].filter(isBackedUp).sort()
  const tables = names.map((name): BackupTable => {
    const own = columns.filter((column) => column.name === name)
    const key = own.filter(({ place }) => place > 0).sort((a, b) => a.place - b.place)
    const toItself = references.filter(({ child, parent }) => child === name && parent === name)
    return {
      name,
      columns: own.map(({ column }) => column).sort(),
      key: key.map(({ column }) => column),
      toItself: toItself.map(({ column }) => column),
    }
  })
  return parentsFirst(tables, references)
}

const isBackedUp = (name: string) => !LEFT_OUT.includes(name) && !LEFT_OUT_TOO.test(name)

function parentsFirst(tables: readonly BackupTable[], references: readonly ForeignKey[]): BackupTable[] {
  const ordered = new Map<string, BackupTable>()
  const add = (table: BackupTable) => {
    if (ordered.has(table.name)) return
    for (const { child, parent } of references) {
      const found = tables.find(({ name }) => name === parent)
      if (child === table.name && found && found !== table) add(found)
    }
    ordered.set(table.name, table)
  }
  for (const table of tables) add(table)
  return [...ordered.values()]
}

interface Column {
  name: string
  column: string
  /** Its place in the primary key, from 1; 0 if it is not part of it. */
  place: number
}

const SQLITE_COLUMNS = sql<Column>`
  select m.name as name, c.name as "column", c.pk as place
  from sqlite_master m, pragma_table_info(m.name) c where m.type = 'table'`

const SQLITE_REFERENCES = sql<ForeignKey>`
  select m.name as child, f."from" as "column", f."table" as parent
  from sqlite_master m, pragma_foreign_key_list(m.name) f where m.type = 'table'`

const POSTGRES_COLUMNS = sql<Column>`
  select c.relname as name, a.attname as "column",
    coalesce(array_position(i.indkey::int2[], a.attnum) + 1, 0) as place
  from pg_class c
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  left join pg_index i on i.indrelid = c.oid and i.indisprimary
  where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace`

const POSTGRES_REFERENCES = sql<ForeignKey>`
  select f.conrelid::regclass::text as child, a.attname as "column", f.confrelid::regclass::text as parent
  from pg_constraint f join pg_attribute a on a.attrelid = f.conrelid and a.attnum = f.conkey[1]
  where f.contype = 'f' and f.connamespace = current_schema()::regnamespace`
