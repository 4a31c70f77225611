import { sql } from 'kysely'
import { engineOf } from '#server/db/engine.ts'
import type { Db } from '#server/db/schema.ts'

/** Its one row names the backup that is being restored here; it is gone once the restore has finished. */
export const RESTORE_MARK = 'restore_under_way'

/** Marks an empty database before anything else is restored, so that no process starts on half of it. */
export async function markRestore(db: Db, backup: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`create table if not exists ${sql.table(RESTORE_MARK)} (backup text primary key not null)`.execute(
      trx,
    )
    await sql`insert into ${sql.table(RESTORE_MARK)} values (${backup}) on conflict do nothing`.execute(trx)
  })
}

export async function endRestore(db: Db): Promise<void> {
  await sql`drop table ${sql.table(RESTORE_MARK)}`.execute(db)
}

/** The backup of an unfinished restore into this database. */
export async function restoreUnderWay(db: Db): Promise<string | undefined> {
  if (!(await tablesAmong(db, [RESTORE_MARK])).includes(RESTORE_MARK)) return undefined
  const { rows } = await sql<{ backup: string }>`select backup from ${sql.table(RESTORE_MARK)}`.execute(db)
  return rows[0]?.backup
}

/** Which of these tables exist. Kysely's introspection would read every column of every table. */
export async function tablesAmong(db: Db, names: readonly string[]): Promise<string[]> {
  const list = sql.join(names.map((name) => sql.val(name)))
  const { rows } = await (engineOf(db) === 'sqlite'
    ? sql<{ name: string }>`select name from sqlite_master where type = 'table' and name in (${list})`
    : sql<{ name: string }>`
        select relname as name from pg_class
        where relkind = 'r' and relnamespace = current_schema()::regnamespace and relname in (${list})`
  ).execute(db)
  return rows.map(({ name }) => name)
}
