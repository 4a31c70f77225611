import { sql } from 'kysely'
import { type BackupTable, backupTables } from '#server/backup/tables/backup-tables.ts'
import { withoutTimeout } from '#server/db/connection/without-timeout.ts'
import type { Db } from '#server/db/schema.ts'
import { faultOf } from './damage.ts'

/** Every page, and every value that PostgreSQL stores apart. */
const BY_PAGES = sql`set local enable_indexscan = off; set local enable_indexonlyscan = off;
  set local enable_bitmapscan = off; set local enable_seqscan = on`
/** A page of zeros counts as empty, but the index still has its rows where the visibility map vouches for them. */
const BY_KEY = sql`set local enable_indexscan = on; set local enable_indexonlyscan = on;
  set local enable_seqscan = off; set local enable_sort = off`

/**
 * What PostgreSQL finds wrong when every table of a backup is read by its pages and counted by its key. Indexes are also
 * checked by the extension `amcheck`, if it is installed and this role may use it.
 */
export async function postgresFaults(db: Db, signal?: AbortSignal): Promise<string[]> {
  const faults: string[] = []
  await withoutTimeout(db, async (connection) => {
    for (const table of await backupTables(connection)) {
      signal?.throwIfAborted()
      try {
        const { pages, key } = await rowsOf(connection, table)
        if (pages !== key) faults.push(`table ${table.name} has ${pages} rows, and its key ${key}`)
      } catch (error) {
        faults.push(`table ${table.name}: ${faultOf(error)}`)
      }
    }
    faults.push(...(await indexFaults(connection)))
  })
  return faults
}

/** Rows of a table at one moment, both ways. */
async function rowsOf(db: Db, { name, key }: BackupTable): Promise<{ pages: number; key: number }> {
  const columns = sql.join(key.map((column) => sql.ref(column)))
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (trx) => {
      await BY_PAGES.execute(trx)
      const byPages = await sql<{ rows: number }>`
        select count(*) as rows, sum(length(row_to_json(t)::text)) from ${sql.table(name)} t`.execute(trx)
      await BY_KEY.execute(trx)
      // Without the offset PostgreSQL would leave the order out, and take any index.
      const byKey = await sql<{ rows: number }>`
        select count(*) as rows from (select 1 from ${sql.table(name)} order by ${columns} offset 0) t`.execute(
        trx,
      )
      return { pages: byPages.rows[0]!.rows, key: byKey.rows[0]!.rows }
    })
}

/** Rows that the pages of a table have. Within a transaction, which reads no other way afterwards. */
export async function rowsByPages(trx: Db, name: string): Promise<number> {
  await BY_PAGES.execute(trx)
  const { rows } = await sql<{ rows: number }>`select count(*) as rows from ${sql.table(name)}`.execute(trx)
  return rows[0]!.rows
}

async function indexFaults(db: Db): Promise<string[]> {
  const { rows } = await sql<{ may: boolean | null }>`
    select has_function_privilege(p.oid, 'execute') as may from pg_proc p
    join pg_depend d on d.objid = p.oid and d.deptype = 'e'
    join pg_extension e on e.oid = d.refobjid and e.extname = 'amcheck'
    where p.proname = 'bt_index_check' and p.pronargs = 1`.execute(db)
  if (!rows[0]?.may) return []
  const indexes = await sql<{ name: string }>`
    select c.relname as name from pg_class c join pg_am a on a.oid = c.relam
    join pg_index i on i.indexrelid = c.oid
    where a.amname = 'btree' and i.indisvalid and c.relnamespace = current_schema()::regnamespace`.execute(db)
  const faults: string[] = []
  for (const { name } of indexes.rows)
    await sql`select bt_index_check(${name}::regclass)`.execute(db).catch((error: unknown) => {
      faults.push(`index ${name}: ${faultOf(error)}`)
    })
  return faults
}
