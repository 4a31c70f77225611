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

/** SQLite's query plan without statistics, as in a library that was never analysed. */
async function planOf(db: Kysely<Database>, query: string): Promise<string> {
  const { rows } = await sql<{ detail: string }>`explain query plan ${sql.raw(query)}`.execute(db)
  return rows.map(({ detail }) => detail).join('\n')
}

test('visitors’ clips are read by their id, and lists in the order of an index', async () => {
  const db = await sqlite.open()
  const some = `(select value from json_each('[1]'))`
  for (const query of [
    `select * from sources where id in ${some}`,
    `select sources.* from source_ranks join sources on sources.id = source_ranks.source_id where rank in ${some}`,
  ])
    expect(await planOf(db, query)).toContain('SEARCH library USING INTEGER PRIMARY KEY')
  for (const [order, index] of [
    ['popularity desc, id desc', 'sources_popular'],
    ['created desc, id desc', 'sources_newest'],
  ])
    expect(await planOf(db, `select * from sources order by ${order} limit 40`)).toBe(
      `SCAN library USING INDEX ${index}`,
    )
  const oldest = `select * from sources where (popularity, id) < (1, 1) order by popularity desc, id desc limit 9`
  expect(await planOf(db, oldest)).toContain('USING INDEX sources_popular (popularity<?)')
})
