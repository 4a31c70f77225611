import { type Kysely, sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { postgresDatabases, sqliteDatabases } from '../../../tests/support/database/databases.ts'
import type { Database } from './schema.ts'

const sqlite = sqliteDatabases()
const postgres = postgresDatabases()
afterAll(() => Promise.all([sqlite.close(), postgres.close()]))

/** Full-text search is each engine's own. */
const OWN = /^source_search/
const KIND: Record<string, string> = {
  integer: 'number',
  int8: 'number',
  real: 'fraction',
  float8: 'fraction',
}

async function tablesOf(db: Kysely<Database>): Promise<Record<string, string[]>> {
  const tables = (await db.introspection.getTables()).filter(({ name }) => !OWN.test(name))
  return Object.fromEntries(
    tables.map(({ name, columns }) => [
      name,
      columns.map((column) => {
        const type = column.dataType.toLowerCase()
        return `${column.name} ${KIND[type] ?? type}${column.isNullable ? '' : ' not null'}`
      }),
    ]),
  )
}

test('both engines have the same tables and columns', async () => {
  const [ours, theirs] = [await tablesOf(await sqlite.open()), await tablesOf(await postgres.open())]
  expect(Object.keys(ours)).toEqual(expect.arrayContaining(['sources', 'users', 'downloads', 'jobs']))
  expect(ours).toEqual(theirs)
})

/** Without one, deleting a parent reads the whole child table. */
const missingIndexes = sql`
  select m.name as child, f."from" as child_column
  from sqlite_master m, pragma_foreign_key_list(m.name) f
  where m.type = 'table' and not exists (
    select 1 from pragma_index_list(m.name) l, pragma_index_info(l.name) i
    where i.seqno = 0 and i.name = f."from"
  ) and not exists (
    select 1 from pragma_table_info(m.name) c where c.name = f."from" and c.pk = 1
  )`

test('every foreign key of SQLite has an index that starts with its column', async () => {
  const db = await sqlite.open()
  const { rows } = await missingIndexes.execute(db)
  expect(rows).toEqual([])
})
