import { sql } from 'kysely'
import { engineOf } from '#server/db/engine.ts'
import type { Db, Trx } from '#server/db/schema.ts'
import { type BackupTable, backupTables } from './backup-tables.ts'
import { Checksum, type Contents, contentsOf, isEmpty, type Row, readRows } from './read-rows.ts'

/** Tables that may have rows in a fresh target: from migrations, and from building the index. */
const REPLACED = ['tester_spots', 'source_words']

export interface CopiedTable extends Contents {
  name: string
}

interface Databases {
  from: Db
  to: Db
}

/**
 * Copies every table into a migrated database and compares them; the source must not change meanwhile. Each table is
 * copied in one transaction, so the run after a kill continues with the next. A target with other rows is refused before
 * anything is written.
 */
export async function copyTables(
  { from, to }: Databases,
  onTable: (table: CopiedTable) => void = () => {},
): Promise<CopiedTable[]> {
  const tables = await backupTables(to)
  const known = new Map<string, Contents>()
  for (const table of tables) {
    if (REPLACED.includes(table.name) || (await isEmpty(to, table))) continue
    const there = await contentsOf(to, table)
    if (!same(there, await contentsOf(from, table))) throw new Error(`the table ${table.name} has other rows`)
    known.set(table.name, there)
  }
  const copied: CopiedTable[] = []
  for (const table of tables) {
    const contents = known.get(table.name) ?? (await copyTable({ from, to }, table))
    copied.push({ name: table.name, ...contents })
    onTable({ name: table.name, ...contents })
  }
  await copyLastIds({ from, to }, tables)
  return copied
}

async function copyTable({ from, to }: Databases, table: BackupTable): Promise<Contents> {
  const read = new Checksum(table)
  await to.transaction().execute(async (trx) => {
    if (REPLACED.includes(table.name)) await sql`delete from ${sql.table(table.name)}`.execute(trx)
    for await (const rows of readRows(from, table)) {
      read.add(rows)
      await insert(trx, table, rows)
    }
    if (table.toItself.length > 0) await refer({ from, trx }, table)
  })
  const contents = read.contents()
  const there = await contentsOf(to, table)
  if (!same(contents, there))
    throw new Error(
      `the copy of ${table.name} differs: ${there.rows} rows instead of ${contents.rows}, or others`,
    )
  return contents
}

/** Without references to rows of the same table, which may come later. */
async function insert(
  trx: Trx,
  { name, columns, toItself }: BackupTable,
  rows: readonly Row[],
): Promise<void> {
  const value = (row: Row, column: string) => (toItself.includes(column) ? null : row[column])
  const tuples = rows.map((row) => sql`(${sql.join(columns.map((column) => value(row, column)))})`)
  const insist = engineOf(trx) === 'postgres' ? sql`overriding system value` : sql``
  await sql`
    insert into ${sql.table(name)} (${sql.join(columns.map((column) => sql.ref(column)))}) ${insist}
    values ${sql.join(tuples)}`.execute(trx)
}

async function refer({ from, trx }: { from: Db; trx: Trx }, table: BackupTable): Promise<void> {
  const { name, toItself, key } = table
  for await (const rows of readRows(from, table))
    for (const row of rows) {
      if (toItself.every((column) => row[column] === null)) continue
      const set = toItself.map((column) => sql`${sql.ref(column)} = ${row[column]}`)
      const where = key.map((column) => sql`${sql.ref(column)} = ${row[column]}`)
      await sql`update ${sql.table(name)} set ${sql.join(set)} where ${sql.join(where, sql` and `)}`.execute(
        trx,
      )
    }
}

const same = (a: Contents, b: Contents) => a.rows === b.rows && a.checksum === b.checksum

/** The last id per table: a deleted row's id is never given again. */
async function lastIds(db: Db): Promise<Map<string, number>> {
  const query =
    engineOf(db) === 'sqlite'
      ? sql<{ name: string; last: number }>`select name, seq as last from sqlite_sequence`
      : sql<{ name: string; last: number }>`
          select c.relname as name, coalesce(s.last_value, s.start_value - 1) as last
          from pg_attribute a
          join pg_class c on c.oid = a.attrelid and c.relnamespace = current_schema()::regnamespace
          join pg_depend d on d.refobjid = c.oid and d.refobjsubid = a.attnum and d.deptype = 'i'
          join pg_class q on q.oid = d.objid and q.relkind = 'S'
          join pg_sequences s on s.schemaname = current_schema() and s.sequencename = q.relname
          where a.attidentity <> ''`
  const { rows } = await query.execute(db)
  return new Map(rows.map(({ name, last }) => [name, last]))
}

/** Continues the numbering of ids in the target. */
async function copyLastIds({ from, to }: Databases, tables: readonly BackupTable[]): Promise<void> {
  const last = await lastIds(from)
  await to.transaction().execute(async (trx) => {
    for (const { name, key } of tables) {
      const given = last.get(name) ?? 0
      if (given === 0) continue
      if (engineOf(trx) === 'postgres') {
        await sql`select setval(pg_get_serial_sequence(${name}, ${key[0]}), ${given})`.execute(trx)
        continue
      }
      await sql`delete from sqlite_sequence where name = ${name}`.execute(trx)
      await sql`insert into sqlite_sequence (name, seq) values (${name}, ${given})`.execute(trx)
    }
  })
}
