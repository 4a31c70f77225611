import { sql } from 'kysely'
import { type BackupTable, backupTables } from '#server/backup/tables/backup-tables.ts'
import { engineOf } from '#server/db/engine.ts'
import type { Db } from '#server/db/schema.ts'

/** Values that check constraints require. */
const ONLY: Record<string, string | number> = {
  license_type: 'editorial',
  state: 'hidden',
  'tester_spots.id': 1,
}
/** Unusual characters, so that a copy must be exact. */
const TEXT = '山の寺 ‘é’ 👹\n"{}\\'

/** Fills every empty table with a row that is hard to copy; parents first. */
export async function fillTables(db: Db): Promise<void> {
  for (const table of await backupTables(db)) {
    const { rows } = await sql`select 1 from ${sql.table(table.name)} limit 1`.execute(db)
    if (rows.length > 0) continue
    const values = await valuesFor(db, table)
    const insist = engineOf(db) === 'postgres' ? sql`overriding system value` : sql``
    await sql`
      insert into ${sql.table(table.name)} (${sql.join(table.columns.map((column) => sql.ref(column)))})
      ${insist} values (${sql.join(table.columns.map((column) => values[column]))})`.execute(db)
  }
}

/** A row whose references point to the row of the parent, which exists. */
async function valuesFor(db: Db, { name, columns }: BackupTable): Promise<Record<string, unknown>> {
  const { rows: types } = await sql<{ column: string; type: string }>`
    select name as "column", type from pragma_table_info(${name})`.execute(db)
  const { rows: references } = await sql<{ column: string; parent: string; key: string }>`
    select "from" as "column", "table" as parent, coalesce("to", 'id') as key
    from pragma_foreign_key_list(${name})`.execute(db)
  const values: Record<string, unknown> = {}
  for (const column of columns) {
    const reference = references.find((one) => one.column === column && one.parent !== name)
    const type = types.find((one) => one.column === column)?.type.toLowerCase()
    const plain = type === 'real' ? 0.1 + 0.2 : type === 'integer' ? 7 : `${TEXT} ${column}`
    values[column] = reference
      ? await parentKey(db, reference)
      : (ONLY[`${name}.${column}`] ?? ONLY[column] ?? plain)
  }
  return values
}

async function parentKey(db: Db, { parent, key }: { parent: string; key: string }): Promise<unknown> {
  const { rows } = await sql<Record<string, unknown>>`
    select ${sql.ref(key)} from ${sql.table(parent)} limit 1`.execute(db)
  return rows[0]?.[key]
}
